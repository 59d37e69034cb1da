import { sql } from 'slonik'
import { test } from 'tap'
import { testDatabase } from '#kernel/testing/database.ts'
import { openDatabase } from './database.ts'

test('accounts that a newer release has written are refused', async (t) => {
  const url = await testDatabase(t)
  const database = await openDatabase(url)
  await database.query(sql.unsafe`insert into access.schema_steps values (1000)`)
  await database.end()
  await t.rejects(openDatabase(url), { message: /Kontoene er skrevet av en nyere Stykkliste/ })
})
