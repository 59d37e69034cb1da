import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import type { Entity } from '#contracts/entity.ts'
import { nothing } from '../kernel/sql.ts'
import { table } from './columns.ts'
import type { ListQuery } from './list-query.ts'
import { listStateOf, stateColumns } from './list-state.ts'
import { rowsAsked, type ListMoment } from './records.ts'

const mostAtOnce = 1_000

/** A page of so few rows is read in one statement: a cursor takes a transaction of eight. */
export const isShort = ({ limit }: ListQuery): boolean => limit !== undefined && limit <= mostAtOnce

const found = z.object({ ...stateColumns, total: z.number(), answers: z.string() })

/** A page as it is sent, as of one moment, and how long the list would be without limit and offset. */
export const pageOf = async (
  pool: DatabasePool,
  entity: Entity,
  query: ListQuery,
): Promise<{ readonly before: ListMoment; readonly body: string }> => {
  const { rows, where } = rowsAsked(entity, query)
  const all =
    where === nothing
      ? sql.fragment`state.count`
      : sql.fragment`(select count(*)::int4 from ${table(entity)} r ${where})`
  const { total, answers, ...state } = await pool.one(sql.type(found)`
    select state.*, ${all} as total, array_to_string(array(${rows}), ',') as answers
    from (${listStateOf(entity.name)}) state`)
  return { before: { state, total }, body: `{"success":true,"data":[${answers}]}` }
}
