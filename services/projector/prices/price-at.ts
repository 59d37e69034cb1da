import { sql } from 'slonik'
import { defaultPrice } from '#contracts/pricing.ts'
import { inForce, type PointInTime } from '../kernel/as-of.ts'
import { listed, type Fragment } from '../kernel/sql.ts'

const nothing = {
  cost_price: sql.fragment`null::numeric`,
  cost_price_currency: sql.literalValue(defaultPrice.costPriceCurrency),
  price_factor: sql.literalValue(defaultPrice.priceFactor),
  list_price: sql.fragment`null::numeric`,
  unit: sql.literalValue(defaultPrice.unit),
  sales_price: sql.fragment`null::numeric`,
  valid_from: sql.fragment`null::date`,
  cost_price_updated_at: sql.fragment`null::timestamptz`,
}
const kept = ['entity_type', 'entity_id', 'created_at', 'updated_at']
const amounts = ['cost_price', 'cost_price_currency', 'price_factor', 'list_price', 'unit']

const column = (row: string, name: string) => sql.identifier([row, name])

/**
 * The price of each item on a day: the one with the latest date not after it. If all dates are later, a row without
 * a price that refers to the first of them.
 */
export const priceAt = ({ position, day }: PointInTime) => {
  const holds = (row: string) => sql.fragment`${column(row, 'holds_from')} <= ${day}::date`
  const now = (name: string, otherwise: Fragment) =>
    sql.fragment`case when ${holds('was')} then ${column('was', name)} else ${otherwise} end`
  const ofSame = (row: string) => sql.fragment`
    ${column(row, 'entity_type')} = was.entity_type and ${column(row, 'entity_id')} = was.entity_id
    and ${inForce(position, row)}`
  return sql.fragment`
    select ${listed([
      ...kept.map((name) => column('was', name)),
      ...Object.entries(nothing).map(
        ([name, value]) => sql.fragment`${now(name, value)} as ${sql.identifier([name])}`,
      ),
    ])}, (
      select next.position from price_history next
      where ${ofSame('next')} and not (${holds('next')})
        and (${listed(amounts.map((name) => column('next', name)))})
          is distinct from (${listed(amounts.map((name) => now(name, nothing[name as 'unit'])))})
      order by next.holds_from limit 1
    ) as coming
    from price_history was
    where ${inForce(position, 'was')} and not exists (
      select from price_history other
      where ${ofSame('other')} and case when ${holds('was')}
        then ${holds('other')} and other.holds_from > was.holds_from
        else other.holds_from < was.holds_from end)`
}
