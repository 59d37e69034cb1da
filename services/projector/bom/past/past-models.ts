import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { sql, type DatabasePool } from 'slonik'
import { byKind, kindsOfLink, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { Position } from '#contracts/event-log.ts'
import { enqueue } from '#kernel/queues.ts'
import { refused } from '#kernel/refused.ts'
import { inSnapshot } from '../../kernel/pool.ts'
import type { Transaction } from '../../kernel/projection.ts'
import type { QueryContext } from '../../kernel/queries.ts'
import { loadFrom } from '../load-model.ts'
import type { BomModel } from '../model.ts'
import type { Named } from '../model-parts.ts'
import type { BomProjection } from '../projection.ts'
import {
  type Scope,
  linksWithin,
  pastAssemblies,
  pastNames,
  pastParts,
  type Moment,
} from './versions.ts'
import { PastModel } from './past-model.ts'
import { createRewind } from './rewind.ts'

/** Cached instants: each may have flat lists of 30 MB. With a million links six filled the heap, and three slow an answer down. */
const instantsKept = 2
/** Links and items in all cached models, about 250 bytes each. */
const mostKept = 300_000
const readsAtOnce = 2
const mostWaiting = 30
const tooMany = 'Mange ser bakover i tid samtidig. Prøv igjen om litt.'
const timeout = 2_000
/** A query gets its model, even if others push it out of the cache while it is read. */
const answerEvicted = { ignoreFetchAbort: true }

/** An instant or position, and the day whose prices are valid. */
type When = { readonly at: string | Position; readonly day: string }
type Instant = {
  readonly position: Position
  /** False if nothing was recorded since. */
  readonly settled: boolean
  readonly past: PastModel | null
}
type Context = Pick<QueryContext, 'pool' | 'projector'>
type PresentBom = Pick<BomProjection, 'model' | 'position' | 'day'>
type Limited = <Value>(read: () => Promise<Value>) => Promise<Value>

type PastQuery = { readonly moment: Moment; readonly scope: Scope }
type Read = { readonly model: BomModel; readonly size: number }

/** Instants as overlays over the present model. */
const createInstants = (
  { pool, projector }: Context,
  bom: PresentBom,
  most: number,
  limited: Limited,
) => {
  const rewind = createRewind(pool, most)
  /** The overlay records changes from now on; the tables know the earlier ones. */
  const overPresent = async ({ at, day }: When): Promise<Instant> => {
    const past = new PastModel(bom.model())
    const way = { to: at, day, today: bom.day() }
    if (!(await projector.reached(bom.position(), timeout))) throw refused('UNAVAILABLE')
    const { position, settled, isWhole } = await limited(() => rewind(past, way))
    return { position, settled, past: isWhole ? past : null }
  }
  return new LRUCache<string, Instant, When>({
    max: instantsKept,
    ...answerEvicted,
    fetchMethod: (_key, _old, { context }) => overPresent(context),
  })
}

const idsIn = (scope: Scope): Record<LinkKind, Set<number>> => {
  const ids = byKind(kindsOfLink, () => new Set<number>())
  if (scope.what === 'below') for (const id of scope.ids) ids.subassembly.add(id)
  if (scope.what === 'above') ids[scope.kind].add(scope.id)
  return ids
}

const arrayOf = (ids: ReadonlySet<number>) =>
  sql.fragment`${sql.array([...ids].map(String), 'text')}`

/** The part of the model within a scope at a position of the log, and its number of links and items. */
const loadPast = (tx: Transaction, moment: Moment, scope: Scope) => {
  const { position } = moment
  const items = (kind: LinkKind, ids: ReadonlySet<number>) => {
    const chosen = scope.what === 'everything' ? null : arrayOf(ids)
    return kind === 'subassembly'
      ? pastAssemblies(position, chosen)
      : pastParts(moment, kind, chosen)
  }
  const rows = {
    links: linksWithin(scope, position),
    items,
    names: (entity: Named, ids: ReadonlySet<number>) => pastNames(position, entity, arrayOf(ids)),
  }
  return loadFrom(tx, rows, idsIn(scope))
}

/** Models of what a query needs, where too much has changed since. */
const createReadModels = (pool: DatabasePool, limited: Limited) =>
  new LRUCache<string, Read, PastQuery>({
    maxSize: mostKept,
    sizeCalculation: ({ size }) => size + 1,
    ...answerEvicted,
    fetchMethod: (_key, _old, { context: { moment, scope } }) =>
      limited(() => inSnapshot(pool, (tx) => loadPast(tx, moment, scope))),
  })

/** Builds models of the past. Simultaneous queries share one. */
export const createPastModels = (context: Context, bom: PresentBom, most: number) => {
  const limit = pLimit(readsAtOnce)
  const limited: Limited = (read) => enqueue(limit, mostWaiting, read, tooMany)
  const instants = createInstants(context, bom, most, limited)
  const models = createReadModels(context.pool, limited)

  /** Includes its position in the log. Undefined if nothing has changed since. */
  return async (when: When, scope: Scope) => {
    const key = `${when.at} ${when.day}`
    const known = instants.get(key)?.past
    // The present model was reloaded, or changed too much.
    if (known && (known.present !== bom.model() || known.isOutgrown)) instants.clear()
    const { position, settled, past } = (await instants.fetch(key, { context: when }))!
    if (!settled) {
      instants.delete(key)
      return undefined
    }
    if (past) return { position, model: past }
    const moment = { position, day: when.day }
    const { model } = (await models.fetch(`${key} ${Object.values(scope).join(' ')}`, {
      context: { moment, scope },
    }))!
    return { position, model }
  }
}
