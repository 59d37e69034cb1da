import { sql } from 'slonik'
import { instant } from '../kernel/sql.ts'

/** The price `p` as JSON, all digits kept; null where there is none. */
export const pricingAnswer = sql.fragment`
  case when p.entity_id is not null then (
    select row_to_json(price) from (select
      p.entity_type || '-' || p.entity_id as "id",
      p.entity_type as "entityType",
      p.entity_id as "entityId",
      trim_scale(p.cost_price) as "costPrice",
      p.cost_price_currency as "costPriceCurrency",
      trim_scale(p.price_factor) as "priceFactor",
      trim_scale(p.list_price) as "listPrice",
      trim_scale(p.sales_price) as "salesPrice",
      p.unit as "unit",
      ${instant(sql.fragment`p.cost_price_updated_at`)} as "costPriceUpdatedAt",
      ${instant(sql.fragment`p.created_at`)} as "createdAt",
      ${instant(sql.fragment`p.updated_at`)} as "updatedAt"
    ) price
  ) end`
