import { sql } from 'slonik'
import type { Position } from '#contracts/event-log.ts'

/** The rows of `price` as they were at a place of the log. */
export const priceThen = (position: Position) => sql.fragment`
  select was.* from price_history was
  where was.position <= ${position} and not was.removed and not exists (
    select from price_history later
    where later.entity_type = was.entity_type and later.entity_id = was.entity_id
      and later.position > was.position and later.position <= ${position})`
