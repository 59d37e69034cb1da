import { emptyOffer, type Offer } from '#contracts/catalogue/offer.ts'
import type { Entity } from '#contracts/entity.ts'
import { emptyValues } from '#contracts/fields.ts'
import type { Price } from '#contracts/pricing.ts'
import { streamOf } from '#contracts/streams.ts'
import type { Given } from './read-model.ts'

export const registered = (entity: Entity, id: number | string, values: object): Given => ({
  stream: streamOf(entity, id),
  type: 'ItemRegistered',
  data: {
    entity: entity.name,
    id,
    values: {
      ...emptyValues(entity),
      ...values,
    },
  },
})
export const revised = (entity: Entity, id: number, changes: object): Given => ({
  stream: streamOf(entity, id),
  type: 'ItemRevised',
  data: { entity: entity.name, id, changes },
})
export const removed = (entity: Entity, id: number): Given => ({
  stream: streamOf(entity, id),
  type: 'ItemRemoved',
  data: { entity: entity.name, id },
})
export const aPrice = (price: Partial<Price> = {}): Price => ({
  costPrice: '100',
  costPriceCurrency: 'NOK',
  priceFactor: '1.5',
  listPrice: null,
  unit: 'stk',
  ...price,
})
export const priced = (
  entity: Entity,
  id: number,
  price: Price,
  previous: Price | null = null,
  validFrom: string | null = null,
): Given => ({
  stream: streamOf(entity, id),
  type: 'ItemPriced',
  data: { entity: entity.name, id, price, previous, ...(validFrom && { validFrom }) },
})
export const offered = (
  entity: Entity,
  id: number,
  supplierId: number,
  offer: Partial<Offer> = {},
): Given => ({
  stream: streamOf(entity, id),
  type: 'OfferMade',
  data: { entity: entity.name, id, supplierId, offer: { ...emptyOffer, ...offer } },
})
export const offerRemoved = (entity: Entity, id: number, supplierId: number): Given => ({
  stream: streamOf(entity, id),
  type: 'OfferRemoved',
  data: { entity: entity.name, id, supplierId },
})
