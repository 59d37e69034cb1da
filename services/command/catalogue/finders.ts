import type { Item, ItemId } from '#contracts/catalogue/item.ts'
import type { Entity } from '#contracts/entity.ts'
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
