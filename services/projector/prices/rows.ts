import { sql } from 'slonik'
import { z } from 'zod'
import { pricedEntities } from '#contracts/catalogue/index.ts'
import { effectOf } from '#contracts/events.ts'
import { viaOf } from '#contracts/history.ts'
import { currencies } from '#contracts/pricing.ts'
import type { Transaction } from '../kernel/projection.ts'
import { asColumns, json, planned } from '../kernel/sql.ts'
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
  movedFrom: z.string().nullable(),
  movedOn: z.string().nullable(),
})

/** The prices in force of the items, ordered by date. */
export const knownPrices = async (tx: Transaction, items: readonly object[]) => {
  if (items.length === 0) return new Map<string, readonly Recorded[]>()
  const rows = await tx.any(sql.type(known)`
    select type, id, position::text, holds_from::text as "from", valid_from::text as "validFrom",
      cost_price as "costPrice", cost_price_currency as "costPriceCurrency",
      price_factor as "priceFactor", list_price as "listPrice", unit,
      cost_price_updated_at as "costPriceUpdatedAt", created_at as "createdAt",
      moved_from as "movedFrom", moved_on::text as "movedOn"
    from (select distinct type, id
      from json_to_recordset(${json(items)}) as item (type text, id integer)) item
    join price_history on entity_type = type and entity_id = id
    where ended is null
    order by holds_from`)
  const recorded = rows.map(({ type, id, ...row }): Recorded => {
    const { costPrice, costPriceCurrency, priceFactor, listPrice, unit, ...dated } = row
    const price = { costPrice, costPriceCurrency, priceFactor, listPrice, unit }
    const { movedFrom, movedOn, ...rest } = dated
    const moved = movedFrom && movedOn ? { from: movedFrom, on: movedOn } : null
    return { ...rest, item: { type, id }, price, moved, ended: null }
  })
  return Map.groupBy(recorded, ({ item }) => priceKey(item))
}

export const rowOf = ({ item, price, event, from, withdrawn, moved, ...kept }: Recorded) => {
  const { at, user, userId, source, import: importId, line, reason } = event!.metadata
  return asColumns({
    ...kept,
    ...price,
    entityType: item.type,
    entityId: item.id,
    holdsFrom: from,
    updatedAt: at,
    eventId: event!.id,
    at,
    userName: user,
    userId,
    removed: effectOf(event!.type) === 'removed',
    withdrawn: withdrawn ?? false,
    movedFrom: moved?.from,
    movedOn: moved?.on,
    source,
    importId,
    line,
    via: viaOf(event!),
    reason,
  })
}

/** Of earlier batches: where they ended, and from what they move now. */
export const changeRows = async (tx: Transaction, changed: readonly Recorded[]): Promise<void> => {
  if (changed.length === 0) return
  const rows = changed.map(({ item, position, ended, moved }) => {
    return { ...item, position, ended, ...moved }
  })
  await tx.query(planned('change prices', rows.length)`
    update price_history kept
    set ended = now.ended, moved_from = now."from", moved_on = now."on"
    from json_to_recordset(${json(rows)}) as now (
      type text, id integer, position bigint, ended bigint, "from" numeric, "on" date)
    where entity_type = type and entity_id = id and kept.position = now.position`)
}
