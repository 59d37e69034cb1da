import { sql } from 'slonik'
import { z } from 'zod'
import type { Position } from '#contracts/event-log.ts'
import { planned, type Fragment } from './sql.ts'
import type { Transaction } from './projection.ts'

/** Position of the last change and length per list, for entity tags and counts. */
export const listStateTable = sql.unsafe`
  create table list_state (
    list text primary key,
    position bigint not null,
    count bigint not null
  ) with (fillfactor = 50)`

export const listChanged = (
  tx: Transaction,
  list: string,
  position: Position,
  added = 0,
): Promise<unknown> =>
  tx.query(planned('list changed')`
    insert into list_state as old values (${list}, ${position}, ${added})
    on conflict (list) do update
      set position = excluded.position, count = old.count + excluded.count`)

export const counted = z.object({ total: z.number() })

/** The length of a whole list. */
export const lengthOf = (list: string): Fragment => sql.fragment`
  select coalesce(max(count), 0)::int4 as total from list_state where list = ${list}`

const state = z.object({ position: z.bigint(), day: z.string() })

/** Includes lists that never changed. */
export const listState = (pool: Pick<Transaction, 'one'>, list: string) =>
  pool.one(sql.prepared('list state', state)`
    select coalesce(max(position), 0) as position, (select day::text from checkpoint) as day
    from list_state where list = ${list}`)
