import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { Json, RecordedEvent } from '#contracts/event-log.ts'
import type { DataOf } from '#contracts/messages.ts'
import type { Price, PricedEntity } from '#contracts/pricing.ts'

/** A price as the tables hold it, its decimals as text. */
export type PriceRow = {
  readonly entity_type: string
  readonly entity_id: number
  readonly cost_price: string | null
  readonly cost_price_currency: string
  readonly price_factor: string
  readonly list_price: string | null
  readonly unit: string
  readonly cost_price_updated_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type HistoryRow = PriceRow & {
  readonly position: string
  readonly event_id: string
  readonly at: string
  readonly user_name: string
  readonly removed: boolean
  readonly previous: Price | null
  /** The price file it came from. */
  readonly source: Json
}

export type PriceChanges = {
  /** The price in force at the end; null where there is none any more. */
  readonly current: ReadonlyMap<string, PriceRow | null>
  readonly history: readonly HistoryRow[]
}

export const priceKey = (entityType: string, entityId: number): string =>
  `${entityType}-${entityId}`

const priceOf = (row: PriceRow): Price => ({
  costPrice: row.cost_price,
  costPriceCurrency: row.cost_price_currency as Price['costPriceCurrency'],
  priceFactor: row.price_factor,
  listPrice: row.list_price,
  unit: row.unit,
})

const isNewCost = (price: Price, previous: Price | null) =>
  previous === null
    ? price.costPrice !== null
    : price.costPrice !== previous.costPrice ||
      (price.costPrice !== null && price.costPriceCurrency !== previous.costPriceCurrency)

/**
 * Items whose price, as it was before these events, is needed to tell what it is after them. One that is
 * registered by them had none.
 */
export const pricedBefore = (
  events: readonly RecordedEvent[],
  typeOf: (entity: string) => PricedEntity | undefined,
): readonly { readonly type: string; readonly id: number }[] => {
  const registered = new Set<string>()
  const found = new Map<string, { type: string; id: number }>()
  for (const { type: event, data } of events) {
    const { entity, id } = data as DataOf<CatalogueEvent, 'ItemRemoved'>
    const type = typeOf(entity)
    if (!type || typeof id !== 'number') continue
    const key = priceKey(type, id)
    if (event === 'ItemRegistered') registered.add(key)
    else if (!registered.has(key)) found.set(key, { type, id })
  }
  return [...found.values()]
}

/** Every change of a price is a row of history; when a cost was set last is carried along. */
export const foldPrices = (
  events: readonly RecordedEvent[],
  before: ReadonlyMap<string, PriceRow>,
  typeOf: (entity: string) => PricedEntity | undefined,
): PriceChanges => {
  const current = new Map<string, PriceRow | null>()
  const history: HistoryRow[] = []

  for (const event of events) {
    const { entity, id } = event.data as DataOf<CatalogueEvent, 'ItemRemoved'>
    const type = typeOf(entity)
    if (!type || typeof id !== 'number' || event.type === 'ItemRegistered') continue
    const key = priceKey(type, id)
    const known = current.has(key) ? current.get(key) : before.get(key)
    const { at, user, source = null } = event.metadata
    const written = {
      position: event.position.toString(),
      event_id: event.id,
      at,
      user_name: user,
      source,
    }

    if (event.type === 'ItemRemoved') {
      if (!known) continue
      current.set(key, null)
      history.push({ ...known, ...written, removed: true, previous: priceOf(known) })
      continue
    }
    const { price, previous } = event.data as DataOf<CatalogueEvent, 'ItemPriced'>
    const row: PriceRow = {
      entity_type: type,
      entity_id: id,
      cost_price: price.costPrice,
      cost_price_currency: price.costPriceCurrency,
      price_factor: price.priceFactor,
      list_price: price.listPrice,
      unit: price.unit,
      cost_price_updated_at: isNewCost(price, previous)
        ? at
        : (known?.cost_price_updated_at ?? null),
      created_at: known?.created_at ?? at,
      updated_at: at,
    }
    current.set(key, row)
    history.push({ ...row, ...written, removed: false, previous })
  }
  return { current, history }
}
