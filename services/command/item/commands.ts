import type { Entity } from '#contracts/entity.ts'
import type { Values } from '#contracts/fields.ts'
import type { Item, ItemId } from '#contracts/catalogue/item.ts'
import type { Done } from '../kernel/context.ts'

export type ItemDone = Done<Item> & { readonly id: ItemId }

export type Found = { readonly id: number; readonly item: Item; readonly revision: bigint }

/** Output of createBody or changeBody. Read-only fields in it are not looked at. */
export type ParsedBody<P> = { readonly [key: string]: unknown } & {
  readonly pricing?: P | null | undefined
}

export const valuesIn = (entity: Entity, body: { readonly [key: string]: unknown }): Values => {
  const values: Record<string, unknown> = {}
  for (const key of Object.keys(entity.fields)) if (body[key] !== undefined) values[key] = body[key]
  return values as Values
}
