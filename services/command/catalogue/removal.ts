import { linkKinds, partKinds } from '#contracts/assembly/link-kinds.ts'
import {
  assembly,
  entities,
  entityNamed,
  referencesTo,
  supplier,
} from '#contracts/catalogue/index.ts'
import type { ItemId } from '#contracts/catalogue/item.ts'
import { count as grouped } from '#contracts/counted.ts'
import { holdsPersonal, type Entity, type EntityName } from '#contracts/entity.ts'
import { isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { streamOf } from '#contracts/streams.ts'
import { exclusive, shared } from '#kernel/locks.ts'
import { erasureMark, subjectOf } from '#kernel/privacy/private-log.ts'
import type { ItemDone } from '../item/item-handler.ts'
import { referredLocks, remainingValues } from '../item/references.ts'
import { keyLock, type By } from '../kernel/command.ts'
import type { Model } from '../model/model.ts'
import { findRecord, type CatalogueContext } from './finders.ts'

const nameOf = async (context: CatalogueContext, name: EntityName, id: number): Promise<string> => {
  const kept = context.model.records(name).title(id)
  if (kept !== undefined) return kept
  const entity = entityNamed(name)
  const { title, fields, noun } = entity
  const values = (await findRecord(context, entity, id))?.item.values ?? {}
  const keys = [title, ...Object.keys(fields).filter((key) => fields[key]!.required)]
  const known = keys.map((key) => values[key]).find((value) => typeof value === 'string' && value)
  return typeof known === 'string' ? known : `${noun.one} ${id}`
}

type Use = { readonly entity: Entity; readonly ids: readonly number[] }

/** The records that refer to this one, by kind. Subassemblies do not count as uses. */
const usesOf = (model: Model, entity: Entity, id: number): readonly Use[] => {
  const uses: Use[] = []
  for (const other of entities)
    for (const key of referencesTo(other, entity)) {
      const records = model.records(other.name)
      const offered = key === 'supplierId' ? records.offers.offeredBy(id) : []
      const ids = [...records.referring(key, id), ...offered].toSorted((a, b) => a - b)
      if (ids.length > 0) uses.push({ entity: other, ids })
    }
  for (const kind of partKinds) {
    if (linkKinds[kind].entity !== entity.name) continue
    const ids = model.parts[kind].into(id).map(({ from }) => from)
    if (ids.length > 0) uses.push({ entity: assembly, ids: ids.toSorted((a, b) => a - b) })
  }
  return uses
}

export const named = 5
const listed = 100

export const fewOf = (names: readonly string[], count: number): string => {
  const more = count > named ? ` og ${grouped(count - named)} til` : ''
  return `${names.slice(0, named).join(', ')}${more}`
}

const refuseInUse = async (context: CatalogueContext, uses: readonly Use[]): Promise<Refusal> => {
  const sentences: string[] = []
  const details: { entity: string; id: number; name: string }[] = []
  for (const { entity, ids } of uses) {
    const names: string[] = []
    for (const id of ids.slice(0, listed)) {
      const name = await nameOf(context, entity.name, id)
      names.push(name)
      details.push({ entity: entity.name, id, name })
    }
    const noun = ids.length === 1 ? entity.noun.one : entity.noun.many
    sentences.push(`${grouped(ids.length)} ${noun}: ${fewOf(names, ids.length)}`)
  }
  return refuse('IN_USE', `Brukes av ${sentences.join('; ')}`, details)
}

/** Why the removal is refused now; null if it is allowed. */
export const refusedRemoval = async (
  context: CatalogueContext,
  entity: Entity,
  id: ItemId,
): Promise<Refusal | null> => {
  const uses = typeof id === 'number' ? usesOf(context.model, entity, id) : []
  return uses.length > 0 ? refuseInUse(context, uses) : null
}

export const remove = (
  context: CatalogueContext,
  entity: Entity,
  id: ItemId,
  by: By,
): Promise<ItemDone | Refusal> => {
  const { repository, locks, keyring, handlers } = context
  return locks([...keyLock(by), exclusive(streamOf(entity, id))], async () => {
    const refusal = repository.isRepeat(by) ? null : await refusedRemoval(context, entity, id)
    if (refusal) return refusal
    const outcome = await handlers[entity.name].handle(by, id, { type: 'Remove', data: { id } })
    if (!isRefusal(outcome) && holdsPersonal(entity))
      await keyring?.shred(subjectOf(entity.name, id))
    return outcome
  })
}

export const reinstate = async (
  context: CatalogueContext,
  entity: Entity,
  id: ItemId,
  by: By,
): Promise<ItemDone | Refusal> => {
  const { locks, model, handlers } = context
  const { state } = await handlers[entity.name].load(id)
  const stream = streamOf(entity, id)
  const suppliers = [...state.offers.keys()]
  const needed = [
    ...referredLocks(entity, state.values),
    ...suppliers.map((supplierId) => shared(streamOf(supplier, supplierId))),
  ]
  return locks([...keyLock(by), exclusive(stream), ...needed], async () =>
    handlers[entity.name].handle(by, id, {
      type: 'Reinstate',
      data: {
        id,
        values: await remainingValues(context, entity, state),
        suppliers: suppliers.filter((supplierId) =>
          model.records(supplier.name).isLive(supplierId),
        ),
      },
    }),
  )
}

export const erase = (
  { repository, locks, keyring, onErased, handlers }: CatalogueContext,
  entity: Entity,
  id: ItemId,
  by: By,
): Promise<ItemDone | Refusal> =>
  locks([...keyLock(by), exclusive(streamOf(entity, id))], async () => {
    const subject = subjectOf(entity.name, id)
    const key = repository.isRepeat(by)
      ? (await repository.lastOf(by)).metadata[erasureMark]
      : ((await keyring?.renew(subject))?.id ?? '')
    const marked = { ...by, note: { ...by.note, [erasureMark]: key ?? null } }
    const outcome = await handlers[entity.name].handle(marked, id, { type: 'Erase', data: { id } })
    // Also for a repeated command, which completes an interrupted one.
    if (!isRefusal(outcome) && typeof key === 'string') {
      await keyring?.shred(subject, key)
      onErased(entity.name)
    }
    return outcome
  })
