import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import type { Entity } from '#contracts/entity.ts'
import type { List } from '../kernel/list-answer.ts'
import type { RecordId } from '../kernel/projection.ts'
import type { Reading } from '../kernel/queries.ts'
import { jsonList, streamRows } from '../kernel/stream.ts'
import { nothing } from '../kernel/sql.ts'
import { joinsOf } from './answer.ts'
import { idType, isStructured, table } from './columns.ts'
import { inOrder, matching, page, type ListQuery } from './list-query.ts'

const own = sql.fragment`version`
const sum = sql.fragment`version + structure_version`
const record = z.object({ answer: z.string(), version: z.bigint() })

export const recordOf = (pool: DatabasePool, entity: Entity, id: RecordId) =>
  pool.maybeOne(sql.prepared(`one of ${entity.name}`, record)`
    select answer, ${isStructured(entity) ? sum : own} as version from ${table(entity)}
    where id = ${id}::${sql.identifier([idType(entity)])}`)

const mostAtOnce = 1_000
const texts = z.object({ texts: z.string() })
const count = z.object({ count: z.number() })

/** What a list answers, and how long it would be without limit and offset: `known` without a search. */
export const listOf = async (
  { pool, lists }: Pick<Reading, 'pool' | 'lists'>,
  entity: Entity,
  query: ListQuery,
  known: number,
): Promise<List> => {
  const where = matching(entity, query)
  const isSearch = where !== nothing
  const from = sql.fragment`from ${table(entity)} r`
  const rows = sql.fragment`
    select r.answer ${from} ${joinsOf(entity)} ${where} ${inOrder(entity, query)} ${page(query)}`
  const total = isSearch
    ? await pool.oneFirst(sql.type(count)`select count(*)::int4 as count ${from} ${where}`)
    : known
  if (query.limit === undefined || query.limit > mostAtOnce)
    return { total, body: await streamRows(lists, { query: sql.unsafe`${rows}`, isSearch }) }
  // So few rows are read in one statement: a cursor takes a transaction of eight.
  const { head, tail } = jsonList
  const answers = await pool.oneFirst(sql.type(texts)`
    select array_to_string(array(${rows}), ',') as texts`)
  return { total, body: head + answers + tail }
}
