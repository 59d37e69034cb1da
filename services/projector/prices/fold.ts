import { z } from 'zod'
import type { Json, RecordedEvent } from '#contracts/event-log.ts'
import type { EventData } from '#contracts/events.ts'
import { entities, type PricedEntity } from '#contracts/catalogue/index.ts'
import { isNewCost, type Price } from '#contracts/pricing.ts'

export const priceRow = z.object({
  entity_type: z.string(),
  entity_id: z.number(),
  cost_price: z.string().nullable(),
  cost_price_currency: z.string(),
  price_factor: z.string(),
  list_price: z.string().nullable(),
  unit: z.string(),
  cost_price_updated_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type PriceRow = z.output<typeof priceRow>

type HistoryRow = PriceRow & {
  readonly position: string
  readonly event_id: string
  readonly at: string
  readonly user_name: string
  /** Their account; null before it was recorded, and for what the system does. */
  readonly user_id: string | null
  readonly removed: boolean
  readonly previous: Price | null
  readonly source: Json
}

export const priceKey = (entityType: string, entityId: number): string =>
  `${entityType}-${entityId}`

const types = new Map<string, PricedEntity>(
  entities.flatMap(({ name, priced }) => (priced ? [[name, priced]] : [])),
)

const priceOf = (row: PriceRow): Price => ({
  costPrice: row.cost_price,
  costPriceCurrency: row.cost_price_currency as Price['costPriceCurrency'],
  priceFactor: row.price_factor,
  listPrice: row.list_price,
  unit: row.unit,
})

type Item = { readonly type: PricedEntity; readonly id: number }

/** The item whose price an event is about; undefined where the record has none. */
const itemIn = ({ data }: RecordedEvent): Item | undefined => {
  const { entity, id } = data as EventData<'ItemRemoved'>
  const type = types.get(entity)
  return type && typeof id === 'number' ? { type, id } : undefined
}

export const itemsIn = (events: readonly RecordedEvent[]): readonly Item[] => {
  const items = events.flatMap((event) => itemIn(event) ?? [])
  return [...new Map(items.map((item) => [priceKey(item.type, item.id), item])).values()]
}

type Written = Omit<HistoryRow, keyof PriceRow | 'removed' | 'previous'>
type Known = PriceRow | null | undefined

const pricedRow = (
  { type, id }: Item,
  { price, previous }: EventData<'ItemPriced'>,
  known: Known,
  written: Written,
): HistoryRow => ({
  ...written,
  entity_type: type,
  entity_id: id,
  cost_price: price.costPrice,
  cost_price_currency: price.costPriceCurrency,
  price_factor: price.priceFactor,
  list_price: price.listPrice,
  unit: price.unit,
  cost_price_updated_at: isNewCost(price, previous)
    ? written.at
    : (known?.cost_price_updated_at ?? null),
  created_at: known?.created_at ?? written.at,
  updated_at: written.at,
  removed: false,
  previous,
})

/** Every change of a price is a row of history; when a cost was set last is carried along. */
export const foldPrices = (
  events: readonly RecordedEvent[],
  before: ReadonlyMap<string, PriceRow>,
) => {
  const current = new Map<string, PriceRow | null>()
  const history: HistoryRow[] = []
  for (const event of events) {
    const item = itemIn(event)
    if (!item) continue
    const key = priceKey(item.type, item.id)
    const known = current.has(key) ? current.get(key) : before.get(key)
    const { at, user, userId = null, source = null } = event.metadata
    const written = {
      position: event.position.toString(),
      event_id: event.id,
      at,
      user_name: user,
      user_id: userId,
      source,
    }
    if (event.type === 'ItemPriced') {
      const row = pricedRow(item, event.data as EventData<'ItemPriced'>, known, written)
      current.set(key, row)
      history.push(row)
    } else if (known) {
      current.set(key, null)
      history.push({ ...known, ...written, removed: true, previous: priceOf(known) })
    }
  }
  return { current, history }
}
