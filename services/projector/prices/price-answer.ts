import { sql } from 'slonik'
import { instant } from '../kernel/sql.ts'

/** The fields of price row `p`, with all digits. */
export const priceFields = sql.fragment`
  trim_scale(p.cost_price) as "costPrice",
  p.cost_price_currency as "costPriceCurrency",
  trim_scale(p.price_factor) as "priceFactor",
  trim_scale(p.list_price) as "listPrice",
  trim_scale(p.sales_price) as "salesPrice",
  p.unit as "unit"`

/**
 * The price that would be valid on the date of the history row without it; null if none. Selects one row before
 * building JSON: otherwise JSON is built for all candidates.
 */
export const replacedBy = (row: string, asked = priceFields) => {
  const of = (name: string) => sql.identifier([row, name])
  return sql.fragment`(
    select row_to_json(price) from (
      select ${asked} from (
        select * from price_history other
        where other.entity_type = ${of('entity_type')} and other.entity_id = ${of('entity_id')}
          and other.position < ${of('position')}
          and (other.ended is null or other.ended >= ${of('position')})
          and other.holds_from <= ${of('holds_from')}
        order by other.holds_from desc limit 1
      ) p
    ) price)`
}

const comingAnswer = sql.fragment`
  (select row_to_json(price) from (
    select ${priceFields}, p.holds_from as "validFrom" from price_history p
    where p.entity_type = now.entity_type and p.entity_id = now.entity_id and p.position = now.coming
  ) price)`

/** The price `p` as JSON; null if there is none. */
export const pricingAnswer = sql.fragment`
  case when p.entity_id is not null then (
    select row_to_json(price) from (select
      p.entity_type || '-' || p.entity_id as "id",
      p.entity_type as "entityType",
      p.entity_id as "entityId",
      ${priceFields},
      p.valid_from as "validFrom",
      (select ${comingAnswer} from (select p.entity_type, p.entity_id, p.coming) now) as "coming",
      ${instant(sql.fragment`p.cost_price_updated_at`)} as "costPriceUpdatedAt",
      ${instant(sql.fragment`p.created_at`)} as "createdAt",
      ${instant(sql.fragment`p.updated_at`)} as "updatedAt"
    ) price
  ) end`
