import { linkKinds, partKinds } from '#contracts/assembly/link-kinds.ts'
import { assembly, entities, entityNamed, referredEntity } from '#contracts/catalogue/index.ts'
import type { Item, ItemId } from '#contracts/catalogue/item.ts'
import { referenceKeys, type Entity, type EntityName } from '#contracts/entity.ts'
import { refuse, type Refusal } from '#contracts/refusals.ts'
import { normalKey } from '#contracts/text.ts'
import type { ItemHandler } from '../item/item-handler.ts'
import type { Model } from '../model/model.ts'

/** `version` is what If-Match asks for. */
export type Found = { readonly id: number; readonly item: Item; readonly version: bigint }

/** A live record as it is now; undefined if there is none. */
export type RecordOf = (entity: Entity, id: ItemId) => Promise<Found | undefined>

export const createFinders = (model: Model, handlerOf: (entity: Entity) => ItemHandler) => {
  const record: RecordOf = async (entity, id) => {
    if (typeof id !== 'number' || !model.records(entity.name).isLive(id)) return undefined
    const { state: item, version } = await handlerOf(entity).load(id)
    return item.status === 'live' ? { id, item, version } : undefined
  }
  /** Live records whose field, one of those that identify, holds this text; lowest id first. */
  const find = async (entity: Entity, field: string, text: string): Promise<readonly Found[]> => {
    const ids = model.records(entity.name).withText(field, text)
    const found = await Promise.all(ids.map((id) => record(entity, id)))
    return found.filter((one): one is Found => holds(one?.item.values[field], text))
  }
  /** Live records that another supplier than their own offers under this number. */
  const findOffered = async (entity: Entity, number: string): Promise<readonly Found[]> => {
    const ids = model.records(entity.name).offers.withNumber(number)
    const found = await Promise.all(ids.map((id) => record(entity, id)))
    return found.filter((one): one is Found =>
      [...(one?.item.offers.values() ?? [])].some((offer) =>
        holds(offer.supplierArticlenumber, number),
      ),
    )
  }
  return { record, find, findOffered }
}

/** Somebody may have changed the record since it was looked up. */
const holds = (value: unknown, text: string): boolean =>
  typeof value === 'string' && normalKey(value) === normalKey(text)

const nameOf = async (
  model: Model,
  record: RecordOf,
  name: EntityName,
  id: number,
): Promise<string> => {
  const kept = model.records(name).title(id)
  if (kept !== undefined) return kept
  const { title, fields, noun } = entityNamed(name)
  const values = (await record(entityNamed(name), id))?.item.values ?? {}
  const keys = [title, ...Object.keys(fields).filter((key) => fields[key]!.required)]
  const known = keys.map((key) => values[key]).find((value) => typeof value === 'string' && value)
  return typeof known === 'string' ? known : `${noun.one} ${id}`
}

type Use = { readonly entity: Entity; readonly ids: readonly number[] }

/** The records that refer to this one, by kind. Being part of an assembly is no use of an assembly. */
export const usesOf = (model: Model, entity: Entity, id: number): readonly Use[] => {
  const uses: Use[] = []
  for (const other of entities)
    for (const key of referenceKeys(other)) {
      if (referredEntity(other.fields[key]!).name !== entity.name) continue
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

const named = 5
const listed = 100

export const refuseInUse = async (
  model: Model,
  record: RecordOf,
  uses: readonly Use[],
): Promise<Refusal> => {
  const sentences: string[] = []
  const details: { entity: string; id: number; name: string }[] = []
  for (const { entity, ids } of uses) {
    const names: string[] = []
    for (const id of ids.slice(0, listed)) {
      const name = await nameOf(model, record, entity.name, id)
      names.push(name)
      details.push({ entity: entity.name, id, name })
    }
    const noun = ids.length === 1 ? entity.noun.one : entity.noun.many
    const more = ids.length > named ? ` og ${ids.length - named} til` : ''
    sentences.push(`${ids.length} ${noun}: ${names.slice(0, named).join(', ')}${more}`)
  }
  return refuse('IN_USE', `Brukes av ${sentences.join('; ')}`, details)
}
