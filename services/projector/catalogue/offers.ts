import { sql } from 'slonik'
import type { Entity } from '#contracts/entity.ts'
import type { Position } from '#contracts/event-log.ts'
import { inForce } from '../kernel/as-of.ts'
import { instant, type Fragment } from '../kernel/sql.ts'

/** What others than its own supplier ask for the record of that id, as JSON. */
export const offersOf = (entity: Entity, id: Fragment, position: Position | null): Fragment =>
  sql.fragment`
    coalesce((
      select json_agg(offer order by offer."supplierName" collate norwegian, offer."supplierId")
      from (
        select o.supplier_id as "supplierId", supplier.name as "supplierName",
          o.supplier_articlenumber as "supplierArticlenumber",
          trim_scale(o.cost_price) as "costPrice", o.cost_price_currency as "costPriceCurrency",
          o.unit, o.minimum_order as "minimumOrder", o.lead_time as "leadTime",
          ${instant(sql.fragment`o.created_at`)} as "createdAt",
          ${instant(sql.fragment`o.updated_at`)} as "updatedAt"
        from offer_version o left join suppliers supplier on supplier.id = o.supplier_id
        where o.entity = ${sql.literalValue(entity.name)} and o.id = ${id} and ${inForce(position, 'o')}
      ) offer), '[]')`
