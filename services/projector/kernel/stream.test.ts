import { setImmediate as nextTurn } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { sql, type QuerySqlToken } from 'slonik'
import { test, type Test } from 'tap'
import { readModel } from '../testing/read-model.ts'
import { streamRows } from './stream.ts'

const streaming = async (t: Test) => {
  const { pool } = await readModel(t, [])
  const rows = (query: QuerySqlToken) =>
    streamRows(pool, query, { head: '', separator: ' ', tail: '.' })
  return { pool, rows }
}

test('rows are sent as they are read, and then the end', async (t) => {
  const { rows } = await streaming(t)
  const body = await rows(sql.unsafe`select n::text as answer from generate_series(1, 3) n`)
  t.equal(String(await buffer(body)), '1 2 3.')
  const none = await rows(sql.unsafe`select ''::text as answer where false`)
  t.equal(String(await buffer(none)), '.')
})

test('a query that fails before its first row is refused, and harms nobody else', async (t) => {
  const { rows, pool } = await streaming(t)
  await t.rejects(rows(sql.unsafe`select (1 / 0)::text as answer`), /division/)
  await t.rejects(rows(sql.unsafe`select nothing`), /nothing/)
  t.equal(await pool.oneFirst(sql.unsafe`select 1`), 1)
})

test('a query that fails later breaks the answer off', async (t) => {
  const { rows } = await streaming(t)
  const body = await rows(
    sql.unsafe`select (1 / (1900 - n))::text as answer from generate_series(1, 3000) n`,
  )
  await t.rejects(buffer(body), /division/)
})

test('who goes away ends the reading', async (t) => {
  const { rows, pool } = await streaming(t)
  const many = sql.unsafe`select repeat('x', 1000) as answer from generate_series(1, 1000000) n`
  const body = await rows(many)
  t.equal(pool.state().acquiredConnections, 1)
  body.destroy()
  while (pool.state().acquiredConnections > 0) await nextTurn()
  t.pass('its connection is free again')
})
