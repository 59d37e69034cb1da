import type { Item, ItemId } from '#contracts/catalogue/item.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Values } from '#contracts/fields.ts'
import { refuse } from '#contracts/refusals.ts'
import { offerIn } from './offer-decider.ts'
import type { Decided } from './price-decider.ts'

export type Reinstated = {
  id: ItemId
  /** As it was, but for what is personal or has gone since. */
  values: Values
  /** Whose offers come back. */
  suppliers: readonly number[]
}

/** What was removed is there again, with the prices and offers it had. */
export const reinstate = (
  { status, createdAt, prices, offers }: Item,
  entity: Entity,
  { id, values, suppliers }: Reinstated,
): Decided => {
  if (status === 'live') return []
  if (status === 'none') return refuse('NOT_FOUND')
  const which = { entity: entity.name, id }
  return [
    { type: 'ItemReinstated', data: { ...which, values, createdAt } },
    ...prices.map(({ price, from }, at) => {
      const previous = prices[at - 1]?.price ?? null
      return { type: 'ItemPriced', data: { ...which, price, previous, validFrom: from } } as const
    }),
    ...[...offers]
      .filter(([supplierId]) => suppliers.includes(supplierId))
      .map(([supplierId, kept]) => {
        const data = { ...which, supplierId, offer: offerIn(kept) }
        return { type: 'OfferMade', data } as const
      }),
  ]
}
