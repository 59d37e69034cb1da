import { sql } from 'slonik'
import { listChanged } from '../kernel/list-state.ts'
import type { Projection, Transaction } from '../kernel/projection.ts'
import { instant, json, listed, planned } from '../kernel/sql.ts'
import { foldPrices, itemIn, priceKey, priceRow, type PriceRow } from './fold.ts'

// Sales prices are rounded half up to the four decimals that prices have.
const priceColumns = sql.fragment`
  entity_type text not null,
  entity_id integer not null,
  cost_price numeric,
  cost_price_currency text not null,
  price_factor numeric not null,
  list_price numeric,
  unit text not null,
  sales_price numeric generated always as (round(cost_price * price_factor, 4)) stored,
  cost_price_updated_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null`

const columns = Object.keys(priceRow.shape)
const written = listed(columns.map((name) => sql.identifier([name])))
const excluded = listed(columns.map((name) => sql.identifier(['excluded', name])))

const tables = [
  sql.unsafe`create table price (${priceColumns}, primary key (entity_type, entity_id))`,
  sql.unsafe`
    create table price_history (
      ${priceColumns},
      position bigint not null,
      event_id uuid not null,
      at timestamptz not null,
      user_name text not null,
      user_id text,
      removed boolean not null,
      source jsonb,
      import_id text,
      line integer,
      reason text,
      primary key (entity_type, entity_id, position)
    )`,
]

/** What the history says beside the price. */
const noted = sql.fragment`
  position, event_id, at, user_name, user_id, removed, source, import_id, line, reason`

const pricesOf = async (tx: Transaction, items: readonly object[]) => {
  if (items.length === 0) return new Map<string, PriceRow>()
  const rows = await tx.any(sql.type(priceRow)`
    select ${written} from price
    join json_to_recordset(${json(items)}) as item (type text, id integer)
      on entity_type = type and entity_id = id`)
  return new Map(rows.map((row) => [priceKey({ type: row.entity_type, id: row.entity_id }), row]))
}

/** What the row `p` says, all digits kept. */
export const priceFields = sql.fragment`
  trim_scale(p.cost_price) as "costPrice",
  p.cost_price_currency as "costPriceCurrency",
  trim_scale(p.price_factor) as "priceFactor",
  trim_scale(p.list_price) as "listPrice",
  trim_scale(p.sales_price) as "salesPrice",
  p.unit as "unit"`

/** The price `p` as JSON; null where there is none. */
export const pricingAnswer = sql.fragment`
  case when p.entity_id is not null then (
    select row_to_json(price) from (select
      p.entity_type || '-' || p.entity_id as "id",
      p.entity_type as "entityType",
      p.entity_id as "entityId",
      ${priceFields},
      ${instant(sql.fragment`p.cost_price_updated_at`)} as "costPriceUpdatedAt",
      ${instant(sql.fragment`p.created_at`)} as "createdAt",
      ${instant(sql.fragment`p.updated_at`)} as "updatedAt"
    ) price
  ) end`

export const pricesProjection: Projection = {
  name: 'prices',
  revision: 5,
  tables,
  handles: ['ItemPriced', 'ItemRemoved'],
  apply: async (tx, { events, position }) => {
    const items = events.flatMap((event) => itemIn(event) ?? [])
    const before = await pricesOf(tx, items)
    const { current, history } = foldPrices(events, before)
    if (history.length === 0) return

    await tx.query(planned('add prices', history.length)`
        with added as (
          insert into price_history
            (${written}, ${noted})
          select ${written}, ${noted}
          from json_populate_recordset(null::price_history, ${json(history)})
          returning ${written}, position, removed
        )
        insert into price (${written})
        select ${written} from (
          select distinct on (entity_type, entity_id) * from added
          order by entity_type, entity_id, position desc
        ) last
        where not removed
        on conflict (entity_type, entity_id) do update set (${written}) = row (${excluded})`)
    const gone = items.filter((item) => current.get(priceKey(item)) === null)
    if (gone.length > 0)
      await tx.query(sql.unsafe`
          delete from price using json_to_recordset(${json(gone)}) as item (type text, id integer)
          where entity_type = type and entity_id = id`)
    const priced = [...current.values()].filter((row) => row !== null)
    await listChanged(tx, 'pricing', position, priced.length - before.size)
  },
}
