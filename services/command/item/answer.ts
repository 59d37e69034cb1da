import { referredEntity, type PricedEntity } from '#contracts/catalogue/index.ts'
import type { Item, ItemId, KeptPrice } from '#contracts/catalogue/item.ts'
import {
  fieldKeys,
  objectKey,
  referenceKeys,
  type Entity,
  type EntityName,
} from '#contracts/entity.ts'
import { salesPriceOf, type Pricing } from '#contracts/pricing.ts'
import { valueOf } from './item-decider.ts'

export type RecordView = {
  readonly record: (entity: Entity, id: number) => Promise<Item | undefined>
  readonly title: (name: EntityName, id: number) => Promise<string | null>
}

const number = (decimal: string | null) => (decimal === null ? null : Number(decimal))

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
  salesPrice: number(salesPriceOf(price)),
  unit: price.unit,
  costPriceUpdatedAt,
  createdAt,
  updatedAt,
})

const referred = async (view: RecordView, entity: Entity, { values }: Item) => {
  const answer: Record<string, unknown> = {}
  for (const key of referenceKeys(entity)) {
    const id = values[key]
    const collection = referredEntity(entity.fields[key]!).name
    const name = typeof id === 'number' ? await view.title(collection, id) : null
    answer[`${objectKey(key)}Name`] = name
    answer[objectKey(key)] = name === null ? null : { id, name }
  }
  return answer
}

export const recordAnswer = async (view: RecordView, entity: Entity, id: ItemId, item: Item) => {
  // Taken before anything is waited for: the next command may change the item it is given.
  const { createdAt, updatedAt, price } = item
  const fields = fieldKeys(entity).map((key) => [key, valueOf(entity, item.values, key)] as const)
  return {
    id,
    ...Object.fromEntries(fields),
    ...(await referred(view, entity, item)),
    ...(entity.priced && { pricing: price && pricingAnswer(entity.priced, id as number, price) }),
    createdAt,
    updatedAt,
  }
}
