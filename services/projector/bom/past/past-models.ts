import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { sql } from 'slonik'
import { refused } from '#kernel/refused.ts'
import type { Reading } from '../../kernel/queries.ts'
import type { BomModel } from '../model.ts'
import type { BomProjection } from '../projection.ts'
import type { Scope } from './scope.ts'
import { loadPast } from './load-past.ts'
import type { Moment } from './versions.ts'
import { PastModel } from './past-model.ts'
import { rewind } from './rewind.ts'

/** Instants with what has changed since, of some 10 MB at most. */
const instantsKept = 6
/** Links and items of all models that were read for a question, some 250 bytes each. */
const mostKept = 300_000
const readsAtOnce = 2
const mostWaiting = 30
const patience = 2_000

type Asked = { readonly moment: Moment; readonly scope: Scope }
type Read = { readonly model: BomModel; readonly size: number }

/** Models of what was, each made once while it is asked for. */
export const createPastModels = (
  { pool, projector }: Pick<Reading, 'pool' | 'projector'>,
  bom: Pick<BomProjection, 'model' | 'position' | 'day'>,
  most: number,
) => {
  const limit = pLimit(readsAtOnce)
  const limited = <Value>(read: () => Promise<Value>): Promise<Value> => {
    if (limit.pendingCount >= mostWaiting)
      throw refused('TOO_MANY_REQUESTS', 'Mange ser bakover i tid samtidig. Prøv igjen om litt.')
    return limit(read)
  }
  const readAlone = ({ moment, scope }: Asked): Promise<Read> =>
    pool.transaction(async (tx) => {
      await tx.query(sql.unsafe`set transaction isolation level repeatable read, read only`)
      return loadPast(tx, moment, scope)
    })

  /** It keeps what changes from its beginning, and the tables say what had changed until then. */
  const overPresent = async (moment: Moment): Promise<PastModel | null> => {
    const past = new PastModel(bom.model())
    const since = { ...moment, until: bom.day() }
    if (!(await projector.reached(bom.position(), patience))) throw refused('UNAVAILABLE')
    return (await limited(() => rewind(pool, past, since, most))) ? past : null
  }
  const instants = new LRUCache<string, { readonly past: PastModel | null }, Moment>({
    max: instantsKept,
    fetchMethod: async (_key, _old, { context }) => ({ past: await overPresent(context) }),
  })
  const models = new LRUCache<string, Read, Asked>({
    maxSize: mostKept,
    sizeCalculation: ({ size }) => size + 1,
    fetchMethod: (_key, _old, { context }) => limited(() => readAlone(context)),
  })

  return async (moment: Moment, scope: Scope): Promise<BomModel> => {
    const instant = `${moment.position} ${moment.day}`
    const known = instants.get(instant)?.past
    // The present was loaded anew, or too much has happened since.
    if (known && (known.present !== bom.model() || known.isOutgrown)) instants.clear()
    const { past } = (await instants.fetch(instant, { context: moment }))!
    if (past) return past
    const key = `${instant} ${Object.values(scope).join(' ')}`
    return (await models.fetch(key, { context: { moment, scope } }))!.model
  }
}
