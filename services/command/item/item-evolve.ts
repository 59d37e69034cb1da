import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { Item, KeptOffer } from '#contracts/catalogue/item.ts'
import type { Offer } from '#contracts/catalogue/offer.ts'
import { keptPrice, withoutPrice, withPrice } from '#contracts/dated-prices.ts'
import type { EvolveTable, When } from '../kernel/command.ts'

export const noItem = (): Item => ({
  status: 'none',
  values: {},
  prices: [],
  offers: new Map(),
  createdAt: '',
  updatedAt: '',
  version: -1n,
})

const withOffer = (
  { offers }: Item,
  supplierId: number,
  offer: Offer,
  at: string,
): ReadonlyMap<number, KeptOffer> => {
  const createdAt = offers.get(supplierId)?.createdAt ?? at
  return new Map([...offers, [supplierId, { ...offer, createdAt, updatedAt: at }]])
}

const withoutOffer = ({ offers }: Item, supplierId: number) =>
  new Map([...offers].filter(([of]) => of !== supplierId))

const touched = <S extends Item>(item: S, { at, revision }: When, changes: Partial<Item>): S =>
  Object.assign(item, changes, { updatedAt: at, version: revision })

export const itemEvolutions = <S extends Item>(): EvolveTable<CatalogueEvent, S> => ({
  ItemRegistered: (item, { values }, when) =>
    touched(item, when, { status: 'live', values, createdAt: when.at }),
  ItemRevised: (item, { changes }, when) =>
    touched(item, when, { values: { ...item.values, ...changes } }),
  ItemPriced: (item, data, when) =>
    touched(item, when, {
      prices: data.withdrawn
        ? withoutPrice(item.prices, data.validFrom!)
        : withPrice(item.prices, keptPrice(item.prices, data, when.at)),
    }),
  ItemRemoved: (item, _data, when) => touched(item, when, { status: 'removed' }),
  // Prices and offers follow as separate events.
  ItemReinstated: (item, { values, createdAt }, when) =>
    touched(item, when, { status: 'live', values, createdAt, prices: [], offers: new Map() }),
  OfferMade: (item, { supplierId, offer }, when) =>
    touched(item, when, { offers: withOffer(item, supplierId, offer, when.at) }),
  OfferRemoved: (item, { supplierId }, when) =>
    touched(item, when, { offers: withoutOffer(item, supplierId) }),
})
