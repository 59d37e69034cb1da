import { sql, type DatabasePool, type FragmentSqlToken } from 'slonik'
import { z } from 'zod'
import type { Entity } from '#contracts/entity.ts'
import type { RecordId, Transaction } from '../kernel/projection.ts'
import { streamList } from '../kernel/stream-list.ts'
import { nothing, type Fragment } from '../kernel/sql.ts'
import { joinsOf } from './answer.ts'
import { idType, isStructured, table } from './columns.ts'
import { inOrder, matching, page, type ListQuery } from './list-query.ts'
import { listState, type ListState } from './list-state.ts'

const own = sql.fragment`version`
const sum = sql.fragment`version + structure_version`
const record = z.object({ answer: z.string(), version: z.bigint() })

export const recordOf = (pool: DatabasePool, entity: Entity, id: RecordId) =>
  pool.maybeOne(sql.prepared(`one of ${entity.name}`, record)`
    select answer, ${isStructured(entity) ? sum : own} as version from ${table(entity)}
    where id = ${id}::${sql.identifier([idType(entity)])}`)

/**
 * Postgres plans a cursor for its first tenth, in the order that is asked for: for few rows among many that is
 * to read through the whole table.
 */
const allRows = sql.unsafe`set local cursor_tuple_fraction = 1`

const total = z.object({ count: z.number() })

export type ListMoment = { readonly state: ListState; readonly total: number }

/** Rows of a list in order, each as its answer, and the condition that they meet. */
export const rowsAsked = (
  entity: Entity,
  query: ListQuery,
): { readonly rows: FragmentSqlToken; readonly where: Fragment } => {
  const where = matching(entity, query)
  const rows = sql.fragment`
    select r.answer from ${table(entity)} r
    ${joinsOf(entity)} ${where} ${inOrder(entity, query)} ${page(query)}`
  return { rows, where }
}

/** The list, and how long it would be without limit and offset. */
export const listOf = (
  pool: DatabasePool,
  entity: Entity,
  query: ListQuery,
  whole?: (before: ListMoment, body: Buffer) => void,
) => {
  const { rows, where } = rowsAsked(entity, query)
  const before = async (tx: Transaction): Promise<ListMoment> => {
    const state = await listState(tx, entity.name)
    if (where === nothing) return { state, total: state.count }
    await tx.query(allRows)
    const count = sql.type(total)`
      select count(*)::int4 as count from ${table(entity)} r ${where}`
    return { state, total: await tx.oneFirst(count) }
  }
  return streamList(pool, before, sql.unsafe`${rows}`, whole)
}
