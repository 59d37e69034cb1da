import { z } from 'zod'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { EventData } from '#contracts/events.ts'
import { entities, type PricedEntity } from '#contracts/catalogue/index.ts'
import { isNewCost } from '#contracts/pricing.ts'

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

type Item = { readonly type: PricedEntity; readonly id: number }

export const priceKey = ({ type, id }: { readonly type: string; readonly id: number }): string =>
  `${type}-${id}`

/** The item whose price an event is about; undefined where the record has none. */
export const itemIn = ({ data }: RecordedEvent): Item | undefined => {
  const { entity, id } = data as EventData<'ItemRemoved'>
  const type = entities.find(({ name }) => name === entity)?.priced
  return type && { type, id: Number(id) }
}

const pricedRow = (
  { type, id }: Item,
  { price, previous }: EventData<'ItemPriced'>,
  known: PriceRow | null | undefined,
  at: string,
): PriceRow => ({
  entity_type: type,
  entity_id: id,
  cost_price: price.costPrice,
  cost_price_currency: price.costPriceCurrency,
  price_factor: price.priceFactor,
  list_price: price.listPrice,
  unit: price.unit,
  cost_price_updated_at: isNewCost(price, previous) ? at : (known?.cost_price_updated_at ?? null),
  created_at: known?.created_at ?? at,
  updated_at: at,
})

/** Every change of a price is a row of history; when a cost was set last is carried along. */
export const foldPrices = (
  events: readonly RecordedEvent[],
  before: ReadonlyMap<string, PriceRow>,
) => {
  const current = new Map<string, PriceRow | null>(before)
  const history: object[] = []
  for (const event of events) {
    const item = itemIn(event)
    if (!item) continue
    const known = current.get(priceKey(item))
    const removed = event.type === 'ItemRemoved'
    const { at, user, userId: user_id, source, import: import_id, line, reason } = event.metadata
    const row =
      event.type === 'ItemPriced'
        ? pricedRow(item, event.data as EventData<'ItemPriced'>, known, at)
        : known
    if (!row) continue
    current.set(priceKey(item), removed ? null : row)
    const { id: event_id, position } = event
    history.push({
      ...row,
      position: `${position}`,
      event_id,
      at,
      user_name: user,
      user_id,
      source,
      import_id,
      line,
      reason,
      removed,
    })
  }
  return { current, history }
}
