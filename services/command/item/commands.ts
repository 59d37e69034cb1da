import type { Entity } from '#contracts/entity.ts'
import type { Values } from '#contracts/fields.ts'
import type { PricedEntity } from '#contracts/catalogue/index.ts'
import type { NewPricing, PricingChanges } from '#contracts/pricing.ts'
import type { Refusal } from '#contracts/refusals.ts'
import type { Item, ItemId } from '#contracts/catalogue/item.ts'
import type { By, Done } from '../kernel/context.ts'

export type ItemDone = Done<Item> & { readonly id: ItemId }

export type Found = { readonly id: number; readonly item: Item; readonly revision: bigint }

/**
 * Everything that may be done to the catalogue, in process: REST routes and imports go through the same
 * calls. Bodies are what `createBody(entity)` and `changeBody(entity)` of contracts parse; a caller that
 * has raw input parses it first, and so gets the errors of each field. Calls may run side by side: 64 in
 * flight is a good number for an import.
 */
export type Commands = {
  register(entity: Entity, body: ParsedBody<NewPricing>, by: By): Promise<ItemDone | Refusal>
  /** Changes what is given and differs; `changed` is false if nothing did, and nothing was written. */
  revise(
    entity: Entity,
    id: ItemId,
    body: ParsedBody<PricingChanges>,
    by: By,
  ): Promise<ItemDone | Refusal>
  /** Puts back what a record held before, also where that lacks what is required of people. */
  restore(
    entity: Entity,
    id: ItemId,
    body: ParsedBody<PricingChanges>,
    by: By,
  ): Promise<ItemDone | Refusal>
  remove(entity: Entity, id: ItemId, by: By): Promise<ItemDone | Refusal>
  /**
   * Empties what is personal in a record and makes all that the log ever held of it unreadable. What is
   * required stays as it is now.
   */
  erase(entity: Entity, id: ItemId, by: By): Promise<ItemDone | Refusal>
  price(
    entityType: PricedEntity,
    id: number,
    pricing: NewPricing,
    by: By,
  ): Promise<ItemDone | Refusal>
  reprice(
    entityType: PricedEntity,
    id: number,
    pricing: PricingChanges,
    by: By,
  ): Promise<ItemDone | Refusal>
  clearPrice(entityType: PricedEntity, id: number, by: By): Promise<ItemDone | Refusal>
  record(entity: Entity, id: ItemId): Promise<Found | undefined>
  /**
   * Live records whose field holds this text, without regard to case and surrounding spaces, lowest id
   * first. Only for fields that identify: those in `entity.csv.identifiers`, that of price files, and
   * names of manufacturers.
   */
  find(entity: Entity, field: string, text: string): Promise<readonly Found[]>
}

/** Output of createBody or changeBody. Read-only fields in it are not looked at. */
export type ParsedBody<P> = { readonly [key: string]: unknown } & {
  readonly pricing?: P | null | undefined
}

export const valuesIn = (entity: Entity, body: { readonly [key: string]: unknown }): Values => {
  const values: Record<string, unknown> = {}
  for (const key of Object.keys(entity.fields)) if (body[key] !== undefined) values[key] = body[key]
  return values as Values
}
