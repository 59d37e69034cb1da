import { sql, type DatabasePool, type FragmentSqlToken } from 'slonik'
import { z } from 'zod'
import type { Entity } from '#contracts/entity.ts'
import type { ReadList } from '../kernel/list-answer.ts'
import type { RecordId } from '../kernel/projection.ts'
import type { Reading } from '../kernel/queries.ts'
import { jsonList, streamRows } from '../kernel/stream.ts'
import { nothing, type Fragment } from '../kernel/sql.ts'
import { joinsOf } from './answer.ts'
import { idType, isStructured, table } from './columns.ts'
import { inOrder, matching, page, type ListQuery } from './list-query.ts'
import { listState, listStateOf, stateColumns } from '../kernel/list-state.ts'

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

const mostAtOnce = 1_000
const short = z.object({ ...stateColumns, total: z.number(), answers: z.string() })

/** A page of so few rows is read in one statement: a cursor takes a transaction of eight. */
const pageOf = async (pool: DatabasePool, entity: Entity, { rows, all }: Wanted) => {
  const { total, answers, ...state } = await pool.one(sql.type(short)`
    select state.*, ${all ?? sql.fragment`state.count`} as total,
      array_to_string(array(${rows}), ',') as answers
    from (${listStateOf(entity.name)}) state`)
  const { head, tail } = jsonList
  return { before: { state, total }, body: head + answers + tail }
}

const streamOf = (pool: DatabasePool, entity: Entity, { rows, all }: Wanted) =>
  streamRows(pool, {
    query: sql.unsafe`${rows}`,
    shape: jsonList,
    before: async (tx) => {
      const state = await listState(tx, entity.name)
      if (!all) return { state, total: state.count }
      await tx.query(allRows)
      return { state, total: await tx.oneFirst(sql.type(total)`select ${all} as count`) }
    },
  })

type Wanted = {
  /** In order, each as its answer. */
  readonly rows: FragmentSqlToken
  /** How long the list would be without limit and offset, where that is not how many records there are. */
  readonly all: Fragment | null
}

/** What a list answers, and how long it would be without limit and offset. */
export const listOf = (
  { pool, lists }: Pick<Reading, 'pool' | 'lists'>,
  entity: Entity,
  query: ListQuery,
): Promise<ReadList> => {
  const where = matching(entity, query)
  const from = sql.fragment`from ${table(entity)} r`
  const wanted: Wanted = {
    rows: sql.fragment`
      select r.answer ${from} ${joinsOf(entity)} ${where}
      ${inOrder(entity, query)} ${page(query)}`,
    all: where === nothing ? null : sql.fragment`(select count(*)::int4 ${from} ${where})`,
  }
  const isShort = query.limit !== undefined && query.limit <= mostAtOnce
  return isShort ? pageOf(pool, entity, wanted) : streamOf(lists, entity, wanted)
}
