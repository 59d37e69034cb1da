import { sql } from 'slonik'
import { z } from 'zod'
import { pricedEntities } from '#contracts/catalogue/index.ts'
import { effectOf } from '#contracts/events.ts'
import { viaOf } from '#contracts/history.ts'
import { currencies } from '#contracts/pricing.ts'
import type { Transaction } from '../kernel/projection.ts'
import { json, planned } from '../kernel/sql.ts'
import { priceKey, type Recorded } from './fold.ts'

const known = z.object({
  type: z.enum(pricedEntities),
  id: z.number(),
  position: z.string(),
  from: z.string(),
  validFrom: z.string().nullable(),
  costPrice: z.string().nullable(),
  costPriceCurrency: z.enum(currencies),
  priceFactor: z.string(),
  listPrice: z.string().nullable(),
  unit: z.string(),
  costPriceUpdatedAt: z.string().nullable(),
  createdAt: z.string(),
})

/** The prices in force of the items, ordered by date. */
export const knownPrices = async (tx: Transaction, items: readonly object[]) => {
  if (items.length === 0) return new Map<string, readonly Recorded[]>()
  const rows = await tx.any(sql.type(known)`
    select type, id, position::text, holds_from::text as "from", valid_from::text as "validFrom",
      cost_price as "costPrice", cost_price_currency as "costPriceCurrency",
      price_factor as "priceFactor", list_price as "listPrice", unit,
      cost_price_updated_at as "costPriceUpdatedAt", created_at as "createdAt"
    from (select distinct type, id
      from json_to_recordset(${json(items)}) as item (type text, id integer)) item
    join price_history on entity_type = type and entity_id = id
    where ended is null
    order by holds_from`)
  const recorded = rows.map(({ type, id, ...row }): Recorded => {
    const { costPrice, costPriceCurrency, priceFactor, listPrice, unit, ...rest } = row
    const price = { costPrice, costPriceCurrency, priceFactor, listPrice, unit }
    return { ...rest, item: { type, id }, price, ended: null }
  })
  return Map.groupBy(recorded, ({ item }) => priceKey(item))
}

export const rowOf = ({ item, price, event, ...recorded }: Recorded) => {
  const { at, user, userId, source, import: importId, line, reason } = event!.metadata
  return {
    entity_type: item.type,
    entity_id: item.id,
    cost_price: price.costPrice,
    cost_price_currency: price.costPriceCurrency,
    price_factor: price.priceFactor,
    list_price: price.listPrice,
    unit: price.unit,
    holds_from: recorded.from,
    valid_from: recorded.validFrom,
    cost_price_updated_at: recorded.costPriceUpdatedAt,
    created_at: recorded.createdAt,
    updated_at: at,
    position: recorded.position,
    ended: recorded.ended,
    event_id: event!.id,
    at,
    user_name: user,
    user_id: userId,
    removed: effectOf(event!.type) === 'removed',
    withdrawn: recorded.withdrawn ?? false,
    moved_from: recorded.moved?.from,
    moved_on: recorded.moved?.on,
    source,
    import_id: importId,
    line,
    via: viaOf(event!),
    reason,
  }
}

export const endInHistory = async (tx: Transaction, ended: readonly Recorded[]): Promise<void> => {
  if (ended.length === 0) return
  const rows = ended.map(({ item, position, ended }) => ({ ...item, position, ended }))
  await tx.query(planned('end prices', rows.length)`
    update price_history kept set ended = done.ended
    from json_to_recordset(${json(rows)})
      as done (type text, id integer, position bigint, ended bigint)
    where entity_type = type and entity_id = id and kept.position = done.position`)
}

export const moveInHistory = async (tx: Transaction, moved: readonly Recorded[]): Promise<void> => {
  if (moved.length === 0) return
  const rows = moved.map(({ item, position, moved: move }) => ({ ...item, position, ...move }))
  await tx.query(planned('move prices', rows.length)`
    update price_history kept set moved_from = move."from", moved_on = move."on"
    from json_to_recordset(${json(rows)})
      as move (type text, id integer, position bigint, "from" numeric, "on" date)
    where entity_type = type and entity_id = id and kept.position = move.position`)
}
