import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { Item, ItemId } from '#contracts/catalogue/item.ts'
import { priceOn } from '#contracts/dated-prices.ts'
import { osloDay } from '#contracts/days.ts'
import { personalKeys, type Entity } from '#contracts/entity.ts'
import { emptyOf, type Values } from '#contracts/fields.ts'
import { defaultPrice, isSamePrice, type PricingChanges } from '#contracts/pricing.ts'
import { refuse } from '#contracts/refusals.ts'
import { both, decider, type DecideTable } from '../kernel/command.ts'
import { itemEvolutions, noItem } from './item-evolve.ts'
import { offerIn, preferOffer, removeOffer, setOffer, type OfferCommand } from './offer-decider.ts'
import {
  decidePrice,
  decideRevision,
  valueOf,
  type Decided,
  type Revision,
} from './revision-decider.ts'

export type ItemCommand =
  | { type: 'Register'; data: { id: ItemId; values: Values; pricing: PricingChanges | null } }
  | { type: 'Revise'; data: Revision }
  | { type: 'Price'; data: { id: ItemId; pricing: PricingChanges } }
  | { type: 'Reprice'; data: { id: ItemId; pricing: PricingChanges } }
  | { type: 'ClearPrice'; data: { id: ItemId; reason?: PricingChanges['reason'] } }
  | { type: 'Remove'; data: { id: ItemId } }
  | { type: 'Reinstate'; data: Reinstated }
  | { type: 'Erase'; data: { id: ItemId } }
  | OfferCommand

/** Clears personal fields, except required ones. */
const erased = (entity: Entity, item: Item): Values =>
  Object.fromEntries(
    personalKeys(entity).map((key) => {
      const field = entity.fields[key]!
      return [key, field.required ? valueOf(entity, item.values, key) : emptyOf(field)]
    }),
  )

type Reinstated = {
  id: ItemId
  /** The former values, without personal data and missing references. */
  values: Values
  /** Suppliers whose offers are restored. */
  suppliers: readonly number[]
}

const reinstate = (
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

const nothingPriced: PricingChanges = {
  costPrice: null,
  costPriceCurrency: defaultPrice.costPriceCurrency,
  priceFactor: null,
  listPrice: null,
  unit: null,
}

/** A cleared price counts as none. A price to come is one on its own day only. */
const hasPrice = ({ prices }: Item, { validFrom }: PricingChanges, at: string) => {
  const today = osloDay(at)
  const sameDay = prices.find(({ from }) => from === (validFrom ?? today))
  return [priceOn(prices, today), sameDay].some(
    (known) => known && !isSamePrice(known.price, defaultPrice),
  )
}

const notFound = refuse('NOT_FOUND')
const alreadyPriced = refuse('DUPLICATE', 'Prisen finnes allerede. Endre den i stedet.')

type Decide<D> = (data: D, item: Item, at: string) => Decided

const ifLive =
  <D>(decide: Decide<D>): Decide<D> =>
  (data, item, at) =>
    item.status === 'live' ? decide(data, item, at) : notFound

const ifPriced = <D>(decide: Decide<D>): Decide<D> =>
  ifLive((data, item, at) => (item.prices.length > 0 ? decide(data, item, at) : notFound))

export const itemDecisions = (entity: Entity): DecideTable<ItemCommand, CatalogueEvent, Item> => ({
  Register: ({ id, values, pricing }, item, at) =>
    item.status === 'none'
      ? both(
          [{ type: 'ItemRegistered', data: { entity: entity.name, id, values } }],
          pricing === null ? [] : decidePrice(item, { entity, id, at }, pricing, 'pricing.'),
        )
      : refuse('CONFLICT'),
  Revise: ifLive((revision, item, at) => decideRevision(item, entity, revision, at)),
  Price: ifLive(({ id, pricing }, item, at) =>
    hasPrice(item, pricing, at)
      ? alreadyPriced
      : decidePrice(item, { entity, id, at }, pricing, ''),
  ),
  Reprice: ifPriced(({ id, pricing }, item, at) =>
    decidePrice(item, { entity, id, at }, pricing, ''),
  ),
  ClearPrice: ifPriced(({ id, reason }, item, at) =>
    decidePrice(item, { entity, id, at }, { ...nothingPriced, reason }, ''),
  ),
  Remove: ifLive(({ id }) => [{ type: 'ItemRemoved', data: { entity: entity.name, id } }]),
  Reinstate: (data, item) => reinstate(item, entity, data),
  // Appends even unchanged values: sealed with the new key, they stay readable.
  Erase: ifLive(({ id }, item) => {
    const data = { entity: entity.name, id, changes: erased(entity, item) }
    return [{ type: 'ItemRevised', data }]
  }),
  SetOffer: ifLive((data, item) => setOffer(item, entity, data)),
  RemoveOffer: ifLive((which, item) => removeOffer(item, entity, which)),
  PreferOffer: ifLive((data, item, at) => preferOffer(item, entity, data, at)),
})

export const itemDecider = (entity: Entity) =>
  decider<ItemCommand, CatalogueEvent, Item>({
    initial: noItem,
    decide: itemDecisions(entity),
    evolve: itemEvolutions(),
  })
