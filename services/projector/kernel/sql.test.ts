import { sql } from 'slonik'
import { test } from 'tap'
import { testDatabase } from '#kernel/testing/database.ts'
import { insertRows } from './sql.ts'
import { openPool } from './pool.ts'

test('rows are stored as they were given, whatever is in them', async (t) => {
  const pool = await openPool(await testDatabase(t), { schema: 'public' })
  t.teardown(() => pool.end())
  const add = (rows: readonly object[]) => pool.transaction((tx) => insertRows(tx, 'thing', rows))
  await pool.query(sql.unsafe`
    create table thing (
      number bigint primary key, text text, amount numeric, is_so boolean, at timestamptz, said jsonb,
      twice numeric generated always as (2 * amount) stored)`)
  const at = '2026-01-02T03:04:05.678Z'
  const text = 'Ærlig\t"talt" \\n\n{a,b} 😀 null'
  const said = { text, list: [null, 1.5], none: null }
  await add([
    { number: '9007199254740993', text, amount: '0.10000000000000000001', is_so: true, at, said },
    { number: 2, text: '', amount: 1.25, is_so: false, at: null, unknown: 'left out' },
    { number: 3, text: 'NUL \u0000, half \ud83d', said: { text: '\u0000' } },
  ])
  await add([])
  const stored = await pool.any(sql.unsafe`
    select number::text, text, amount, is_so, at, said, twice from thing order by thing.number`)
  t.same(stored, [
    { number: '2', text: '', amount: '1.25', is_so: false, at: null, said: null, twice: '2.50' },
    {
      number: '3',
      text: 'NUL \ufffd, half \ufffd',
      amount: null,
      is_so: null,
      at: null,
      said: { text: '\ufffd' },
      twice: null,
    },
    {
      number: '9007199254740993',
      text,
      amount: '0.10000000000000000001',
      is_so: true,
      at,
      said,
      twice: '0.20000000000000000002',
    },
  ])
})
