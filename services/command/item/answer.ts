import { referredEntity, type PricedEntity } from '#contracts/catalogue/index.ts'
import type { Item, ItemId, KeptPrice } from '#contracts/catalogue/item.ts'
import { comingAfter, priceOn } from '#contracts/dated-prices.ts'
import { numberOrNull } from '#contracts/decimal.ts'
import {
  fieldKeys,
  nameKey,
  objectKey,
  referenceKeys,
  type Entity,
  type EntityName,
} from '#contracts/entity.ts'
import {
  amountsOf,
  defaultPrice,
  salesPriceOf,
  type Price,
  type Pricing,
} from '#contracts/pricing.ts'
import type { Answer } from '../kernel/command-routes.ts'
import { valueOf } from './revision-decider.ts'
import type { ItemDone } from './item-handler.ts'

export type RecordView = {
  /** The day whose prices it shows. */
  readonly day: string
  readonly record: (entity: Entity, id: number) => Promise<Item | undefined>
  readonly title: (name: EntityName, id: number) => Promise<string | null>
}

/** Builds answers. An assembly's answer has more than its record's. */
export type Answers = {
  readonly viewOf: (done: ItemDone) => Pick<RecordView, 'day' | 'title'>
  readonly answerOf: (entity: Entity, done: ItemDone) => Promise<Answer>
}

const withSalesPrice = (price: Price) => ({
  ...amountsOf(price),
  salesPrice: numberOrNull(salesPriceOf(price)),
})

/** Before the first date there is only a coming price. */
export const pricingAnswer = (
  entityType: PricedEntity,
  entityId: number,
  prices: readonly KeptPrice[],
  day: string,
): Pricing | null => {
  const [first] = prices
  if (!first) return null
  const now = priceOn(prices, day) ?? {
    ...first,
    price: defaultPrice,
    validFrom: null,
    costPriceUpdatedAt: null,
  }
  const coming = comingAfter(prices, day)
  return {
    id: `${entityType}-${entityId}`,
    entityType,
    entityId,
    ...withSalesPrice(now.price),
    validFrom: now.validFrom,
    coming: coming ? { ...withSalesPrice(coming.price), validFrom: coming.from } : null,
    costPriceUpdatedAt: now.costPriceUpdatedAt,
    createdAt: now.createdAt,
    updatedAt: now.updatedAt,
  }
}

const referred = async (view: RecordView, entity: Entity, { values }: Item) => {
  const answer: Record<string, unknown> = {}
  for (const key of referenceKeys(entity)) {
    const id = values[key]
    const collection = referredEntity(entity.fields[key]!).name
    const name = typeof id === 'number' ? await view.title(collection, id) : null
    answer[nameKey(key)] = name
    answer[objectKey(key)] = name === null ? null : { id, name }
  }
  return answer
}

export const recordAnswer = async (view: RecordView, entity: Entity, id: ItemId, item: Item) => {
  // Copied before the first await, since the next command may change the item.
  const { createdAt, updatedAt, prices } = item
  const fields = fieldKeys(entity).map((key) => [key, valueOf(entity, item.values, key)] as const)
  return {
    id,
    ...Object.fromEntries(fields),
    ...(await referred(view, entity, item)),
    ...(entity.priced && { pricing: pricingAnswer(entity.priced, id as number, prices, view.day) }),
    createdAt,
    updatedAt,
  }
}
