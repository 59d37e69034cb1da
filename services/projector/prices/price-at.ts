import { sql } from 'slonik'
import type { Entity } from '#contracts/entity.ts'
import type { Fragment } from '../kernel/sql.ts'

/** The price `p` of row `r` that was in force at a moment; none before the first and after a removal. */
export const priceAt = ({ priced }: Entity, at: string): Fragment => sql.fragment`
  left join lateral (
    select * from (
      select * from price_history h
      where h.entity_type = ${priced ?? ''} and h.entity_id = r.id and h.at <= ${at}::timestamptz
      order by h.position desc limit 1
    ) last
    where not last.removed
  ) p on true`
