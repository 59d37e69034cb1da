import { sql } from 'slonik'
import { z } from 'zod'
import { entityPricedAs, pricedEntities } from '#contracts/catalogue/index.ts'
import { readCheckpoint } from '../kernel/checkpoint.ts'
import { insertRows, json, planned } from '../kernel/sql.ts'
import { listChanged } from '../kernel/list-state.ts'
import {
  typesConcerning,
  type Batch,
  type Projection,
  type Transaction,
} from '../kernel/projection.ts'
import { foldPrices, itemIn } from './fold.ts'
import { priceAt } from './price-at.ts'
import { changeRows, knownPrices, rowOf } from './rows.ts'

// Sales prices have four decimals and are rounded half up.
const priceColumns = sql.fragment`
  entity_type text not null,
  entity_id integer not null,
  cost_price numeric,
  cost_price_currency text not null,
  price_factor numeric not null,
  list_price numeric,
  unit text not null,
  sales_price numeric generated always as (round(cost_price * price_factor, 4)) stored,
  -- As it was said: null where it holds from the day it was recorded.
  valid_from date,
  cost_price_updated_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null`

const tables = [
  // Today's prices. `coming` is the position of the next one.
  sql.unsafe`
    create table price (${priceColumns}, coming bigint, primary key (entity_type, entity_id))`,
  // Every recorded price. `ended` is the position where it was replaced by another with the same date, or the record
  // was removed.
  sql.unsafe`
    create table price_history (
      ${priceColumns},
      holds_from date not null,
      position bigint not null,
      ended bigint,
      event_id uuid not null,
      at timestamptz not null,
      user_name text not null,
      user_id text,
      removed boolean not null,
      withdrawn boolean not null,
      -- The cost price before, and the day from which it is this one, if it moved in its currency.
      moved_from numeric,
      moved_on date,
      source jsonb,
      import_id text,
      line integer,
      via jsonb not null,
      reason text,
      primary key (entity_type, entity_id, position)
    )`,
]

const itemRow = z.object({ type: z.enum(pricedEntities), id: z.number() })
type Item = z.output<typeof itemRow>

/** Items whose price changes between the two days. */
const changingBetween = async (tx: Transaction, { day, dayBefore }: Batch) => {
  if (day === dayBefore) return []
  const [first, last] = [day, dayBefore].toSorted()
  return tx.any(sql.type(itemRow)`
    select distinct entity_type as type, entity_id as id from price_history
    where ended is null and holds_from > ${first!}::date and holds_from <= ${last!}::date`)
}

const columns = sql.fragment`
  entity_type, entity_id, cost_price, cost_price_currency, price_factor, list_price, unit, valid_from,
  cost_price_updated_at, created_at, updated_at, coming`

const settleAll = async (tx: Transaction): Promise<void> => {
  const { day } = (await readCheckpoint(tx))!
  await tx.query(sql.unsafe`analyze price_history`)
  await tx.query(sql.unsafe`
    insert into price (${columns})
    select ${columns} from (${priceAt({ position: null, day })}) now order by entity_type, entity_id`)
}

const settle = async (tx: Transaction, items: readonly Item[], day: string): Promise<void> => {
  const asked = sql.fragment`
    json_to_recordset(${json(items)}) as item (type text, id integer)`
  await tx.query(planned('clear prices', items.length)`
    delete from price using ${asked} where entity_type = type and entity_id = id`)
  await tx.query(planned('settle prices', items.length)`
    insert into price (${columns})
    select ${columns} from (${priceAt({ position: null, day })}) now
    where (entity_type, entity_id) in (select type, id from ${asked})`)
}

export const pricesProjection: Projection = {
  name: 'prices',
  revision: 10,
  tables,
  basis: [priceAt({ position: null, day: '' }).sql],
  handles: typesConcerning('prices'),
  apply: async (tx, batch) => {
    const { events, position, day, filling, touched } = batch
    const items = events.flatMap((event) => itemIn(event) ?? [])
    const changing = await changingBetween(tx, batch)
    const before = await knownPrices(tx, items)
    const { open, made, changed } = foldPrices(events, before)
    if (made.length > 0) {
      await insertRows(tx, 'price_history', made.map(rowOf))
      await changeRows(tx, [...changed])
    }
    const all = [...made.map(({ item }) => item), ...changing]
    if (all.length === 0) return
    if (!filling) await settle(tx, all, day)
    for (const { type, id } of changing) touched.add(entityPricedAs(type).name, [id])
    const priced = [...open.values()].filter((prices) => prices.length > 0)
    await listChanged(tx, 'pricing', position, priced.length - before.size)
  },
  derived: [
    settleAll,
    (tx) => tx.query(sql.unsafe`create index on price_history (holds_from)`),
    (tx) =>
      tx.query(
        sql.unsafe`create index on price_history (moved_on, position) where moved_on is not null`,
      ),
  ],
}
