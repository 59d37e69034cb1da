import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { Entity } from '#contracts/entity.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { Values } from '#contracts/fields.ts'
import type { DataOf } from '#contracts/messages.ts'
import type { Price } from '#contracts/pricing.ts'
import { upcast } from '#contracts/upcasts.ts'
import { differences, valueOf } from '#command/catalogue/item-decider.ts'
import { valuesIn, type Found, type ParsedBody } from '#command/kernel/commands.ts'

/** What a record held before one command, in what that command changed. No price is not one left alone. */
export type Before = { readonly values: Values; readonly price?: Price | null }

/** The same as it was noted, with the revision that was changed. */
export type NotedBefore = Before & { readonly revision: number }

const heldIn = (entity: Entity, held: Values, keys: readonly string[]): Values =>
  Object.fromEntries(keys.map((key) => [key, valueOf(entity, held, key)]))

/** What is personal is kept in the log alone, where it can be made unreadable. */
export const mayBeNoted = ({ fields }: Entity): boolean =>
  !Object.values(fields).some(({ personal }) => personal)

/** To be noted before a record is changed, so that its history need not be read to take that back. */
export const beforeChange = (
  entity: Entity,
  { item, revision }: Found,
  body: ParsedBody<unknown>,
): NotedBefore => {
  const changed = Object.keys(differences(entity, item, valuesIn(entity, body)))
  return {
    revision: Number(revision),
    values: heldIn(entity, item.values, changed),
    ...(body.pricing ? { price: item.price?.price ?? null } : {}),
  }
}

/** Whether what was noted is what was changed: each of values and price is one event. */
export const isBefore = ({ revision, values, price }: NotedBefore, after: number): boolean =>
  revision + Number(Object.keys(values).length > 0) + Number(price !== undefined) === after

/** The same, from the record's own history. */
export const beforeIn = (
  entity: Entity,
  events: readonly RecordedEvent[],
  commandId: string,
): Before => {
  const held: Record<string, Values[string]> = {}
  let before: Before = { values: {} }
  for (const event of events.map(upcast)) {
    const isOurs = event.metadata.commandId === commandId
    if (event.type === 'ItemRegistered')
      Object.assign(held, (event.data as DataOf<CatalogueEvent, 'ItemRegistered'>).values)
    if (event.type === 'ItemRevised') {
      const { changes } = event.data as DataOf<CatalogueEvent, 'ItemRevised'>
      const keys = Object.keys(changes).filter((key) => entity.fields[key])
      if (isOurs) before = { ...before, values: heldIn(entity, held, keys) }
      Object.assign(held, changes)
    }
    if (event.type === 'ItemPriced' && isOurs)
      before = {
        ...before,
        price: (event.data as DataOf<CatalogueEvent, 'ItemPriced'>).previous,
      }
  }
  return before
}
