import { sql, type FragmentSqlToken } from 'slonik'
import { z } from 'zod'
import type { Position } from '#contracts/event-log.ts'
import { planned } from './sql.ts'
import type { Transaction } from './projection.ts'

/** Per list when it changed last and how long it is: for entity tags, and for counts that cost nothing. */
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

export const stateColumns = { position: z.bigint(), count: z.number() }
const state = z.object(stateColumns)
export type ListState = z.output<typeof state>

/** One row, also of a list that has never changed. */
export const listStateOf = (list: string): FragmentSqlToken => sql.fragment`
  select coalesce(max(position), 0) as position, coalesce(max(count), 0)::int4 as count
  from list_state where list = ${list}`

export const listState = (pool: Pick<Transaction, 'one'>, list: string): Promise<ListState> =>
  pool.one(sql.prepared('list state', state)`${listStateOf(list)}`)
