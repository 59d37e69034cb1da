import { times, rounded } from '#contracts/decimal.ts'
import { onceFor, type Entity } from '#contracts/entity.ts'
import type { PricedEntity, Pricing } from '#contracts/pricing.ts'
import type { Model } from '#command/kernel/model.ts'
import { valueOf, type Item, type ItemId, type KeptPrice } from './item-decider.ts'
import { objectKey, referenceKeys, referredEntity } from './names.ts'

const number = (decimal: string | null) => (decimal === null ? null : Number(decimal))

/** A price as queries answer it. */
export const pricingAnswer = (
  entityType: PricedEntity,
  entityId: number,
  { price, createdAt, updatedAt, costPriceUpdatedAt }: KeptPrice,
): Pricing => ({
  id: `${entityType}-${entityId}`,
  entityType,
  entityId,
  costPrice: number(price.costPrice),
  costPriceCurrency: price.costPriceCurrency,
  priceFactor: Number(price.priceFactor),
  listPrice: number(price.listPrice),
  salesPrice:
    price.costPrice === null ? null : Number(rounded(times(price.costPrice, price.priceFactor), 4)),
  unit: price.unit,
  costPriceUpdatedAt,
  createdAt,
  updatedAt,
})

const references = onceFor((entity) =>
  referenceKeys(entity).map((key) => ({
    key,
    object: objectKey(key),
    collection: referredEntity(entity.fields[key]!).name,
  })),
)

/** A record as GET gives it, so that a screen can show what it just saved. */
export const recordAnswer = (model: Model, entity: Entity, id: ItemId, item: Item) => {
  const answer: Record<string, unknown> = { id }
  for (const key of Object.keys(entity.fields)) answer[key] = valueOf(entity, item.values, key)
  for (const { key, object, collection } of references(entity)) {
    const to = answer[key] as number | null
    const name = to === null ? null : (model.records(collection).title(to) ?? null)
    answer[`${object}Name`] = name
    answer[object] = to === null ? null : { id: to, name }
  }
  if (entity.priced)
    answer['pricing'] = item.price && pricingAnswer(entity.priced, id as number, item.price)
  answer['createdAt'] = item.createdAt
  answer['updatedAt'] = item.updatedAt
  return answer
}
