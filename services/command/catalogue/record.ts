import { times, rounded } from '#contracts/decimal.ts'
import { fieldKeys, objectKey, onceFor, referenceKeys, type Entity } from '#contracts/entity.ts'
import { emptyOf, type Value } from '#contracts/fields.ts'
import type { PricedEntity, Pricing } from '#contracts/pricing.ts'
import type { View } from '#command/kernel/view.ts'
import type { Item, ItemId, KeptPrice } from './item-decider.ts'
import { referredEntity } from './names.ts'

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

const emptyFields = onceFor((entity): Readonly<Record<string, Value>> =>
  Object.fromEntries(fieldKeys(entity).map((key) => [key, emptyOf(entity.fields[key]!)])),
)

/** Every field, filled or empty. A copy is filled in: an object that grew by so many keys is slow to read. */
const fieldsOf = (entity: Entity, { values }: Item): Record<string, Value> => {
  const fields = { ...emptyFields(entity) }
  for (const key of fieldKeys(entity)) fields[key] = values[key] ?? fields[key]!
  return fields
}

const referred = async (view: View, entity: Entity, { values }: Item) => {
  const answer: Record<string, unknown> = {}
  for (const { key, object, collection } of references(entity)) {
    const to = (values[key] ?? null) as number | null
    const name = to === null ? null : await view.title(collection, to)
    answer[`${object}Name`] = name
    answer[object] = name === null ? null : { id: to, name }
  }
  return answer
}

/** A record as GET gives it, so that a screen can show what it just saved. */
export const recordAnswer = async (view: View, entity: Entity, id: ItemId, item: Item) => {
  // Taken before anything is waited for: the next command may change the item it is given.
  const { createdAt, updatedAt, price } = item
  const fields = fieldsOf(entity, item)
  return {
    id,
    ...fields,
    ...(await referred(view, entity, item)),
    ...(entity.priced && { pricing: price && pricingAnswer(entity.priced, id as number, price) }),
    createdAt,
    updatedAt,
  }
}
