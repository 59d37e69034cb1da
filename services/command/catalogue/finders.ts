import { entityNamed } from '#contracts/catalogue/index.ts'
import type { Item, ItemId } from '#contracts/catalogue/item.ts'
import type { Entity, EntityName } from '#contracts/entity.ts'
import { normalKey } from '#contracts/text.ts'
import type { ItemHandler } from '../item/item-handler.ts'
import type { Model } from '../model/model.ts'

export type Found = { readonly id: number; readonly item: Item; readonly revision: bigint }

/** A live record as it is now; undefined if there is none. */
export type RecordOf = (entity: Entity, id: ItemId) => Promise<Found | undefined>

export const createFinders = (model: Model, handlerOf: (entity: Entity) => ItemHandler) => {
  const record: RecordOf = async (entity, id) => {
    if (typeof id !== 'number' || !model.records(entity.name).isLive(id)) return undefined
    const { state: item, revision } = await handlerOf(entity).load(id)
    return item.status === 'live' ? { id, item, revision } : undefined
  }
  /** Live records whose field, one of those that identify, holds this text; lowest id first. */
  const find = async (entity: Entity, field: string, text: string): Promise<readonly Found[]> => {
    const ids = model.records(entity.name).withText(field, text)
    const found = await Promise.all(ids.map((id) => record(entity, id)))
    return found.filter((one): one is Found => holds(one?.item.values[field], text))
  }
  return { record, find }
}

/** Somebody may have changed the record since it was looked up. */
const holds = (value: unknown, text: string): boolean =>
  typeof value === 'string' && normalKey(value) === normalKey(text)

export const nameOf = async (
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
