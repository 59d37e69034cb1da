import { sql } from 'slonik'
import { test } from 'tap'
import { supplier } from '#contracts/catalogue/index.ts'
import { lockTables } from '#infra/postgres/testing/locked-tables.ts'
import { querySide } from './testing/query-side.ts'
import { registered } from './testing/events.ts'

test('a query whose connection breaks is refused as unavailable, and the next one is answered', async (t) => {
  const side = await querySide(t)
  await side.given(registered(supplier, 1, { name: 'Ahlsell', orderEmail: 'a@b.no' }))
  const lock = sql.unsafe`lock table read.suppliers, read.list_state in access exclusive mode`
  for (const path of ['/api/suppliers', '/api/suppliers/1', '/api/counts']) {
    const tables = await lockTables(t, side.url, lock)
    const asked = side.get(path)
    await tables.killWaiting()
    const reply = await asked
    t.equal(reply.statusCode, 503, path)
    t.equal(reply.json().code, 'UNAVAILABLE', path)
    await tables.unlock()
    t.equal((await side.get(path)).statusCode, 200, path)
  }
})
