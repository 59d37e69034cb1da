import { sql } from 'slonik'
import { z } from 'zod'
import { linkKinds, partKinds, type PartKind } from '#contracts/assembly/link-kinds.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { decimalOrNull } from '#contracts/decimal.ts'
import { noSuch } from '#contracts/noun.ts'
import type { ProposedPrice } from '#contracts/price-impact.ts'
import { refused } from '#kernel/refused.ts'
import { inForce } from '../../kernel/as-of.ts'
import type { QueryContext } from '../../kernel/queries.ts'
import { partHas, partRows } from '../item-rows.ts'
import { itemOf, itemRow, type Item } from '../items.ts'

type Pool = Pick<QueryContext['pool'], 'any'>
export type ProposedItems = Readonly<Record<PartKind, ReadonlyMap<number, Item>>>

type Days = { readonly today: string; readonly day: string }
const startOf = ({ validFrom }: ProposedPrice, { today }: Days) => validFrom ?? today

/** For each part the price valid on the day: the latest date, and of equal dates the last one given. */
const holding = (prices: readonly ProposedPrice[], days: Days) => {
  const found = new Map<number, ProposedPrice>()
  for (const price of prices) {
    const [start, known] = [startOf(price, days), found.get(price.entityId)]
    if (start <= days.day && !(known && startOf(known, days) > start))
      found.set(price.entityId, price)
  }
  return found
}

const heldRow = z.object({ id: z.number(), since: z.string() })
const validSince = async (pool: Pool, type: string, ids: readonly number[], { day }: Days) => {
  const rows = await pool.any(sql.type(heldRow)`
    select entity_id as id, max(holds_from)::text as since from price_history
    where entity_type = ${type} and entity_id = any(${sql.array([...ids], 'int4')})
      and holds_from <= ${day}::date and ${inForce(null)}
    group by entity_id`)
  return new Map(rows.map(({ id, since }) => [id, since]))
}

const rowsOf = async (pool: Pool, kind: PartKind, ids: readonly number[]) => {
  const rows = await pool.any(sql.type(itemRow)`
    ${partRows(kind)} where r.id = any(${sql.array([...ids], 'int4')})`)
  const found = new Map(rows.map((row) => [row.id, row]))
  const unknown = ids.find((id) => !found.has(id))
  if (unknown !== undefined) {
    const { noun } = entityNamed(linkKinds[kind].entity)
    throw refused('NOT_FOUND', `Det finnes ${noSuch(noun)} med id ${unknown}.`)
  }
  return found
}

const itemsOf = async (
  pool: Pool,
  kind: PartKind,
  prices: readonly ProposedPrice[],
  days: Days,
): Promise<ReadonlyMap<number, Item>> => {
  const items = new Map<number, Item>()
  const type = entityNamed(linkKinds[kind].entity).priced!
  const own = prices.filter(({ entityType }) => entityType === type)
  if (own.length === 0) return items
  const rows = await rowsOf(pool, kind, [...new Set(own.map(({ entityId }) => entityId))])
  const holds = holding(own, days)
  const since = await validSince(pool, type, [...holds.keys()], days)
  for (const [id, price] of holds) {
    const { costPrice, costPriceCurrency: currency, priceFactor, unit, partUnit } = price
    const row = rows.get(id)!
    if (startOf(price, days) >= (since.get(id) ?? ''))
      items.set(
        id,
        itemOf(kind, {
          ...row,
          unit: partUnit !== undefined && partHas(kind, 'unit') ? partUnit : row.unit,
          costPrice: decimalOrNull(costPrice),
          currency,
          priceFactor: decimalOrNull(priceFactor),
          priceUnit: unit,
        }),
      )
  }
  return items
}

/** The parts with those proposed prices that would be valid on the day. */
export const proposedItems = async (
  pool: Pool,
  prices: readonly ProposedPrice[],
  days: Days,
): Promise<ProposedItems> => {
  const found = await Promise.all(
    partKinds.map(async (kind) => [kind, await itemsOf(pool, kind, prices, days)] as const),
  )
  return Object.fromEntries(found) as Record<PartKind, ReadonlyMap<number, Item>>
}
