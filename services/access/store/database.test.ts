import { sql } from 'slonik'
import { test } from 'tap'
import { testDatabase } from '#kernel/testing/database.ts'
import { accountByName, createAccount } from '../accounts/accounts.ts'
import { openDatabase } from './database.ts'
import { steps } from './schema.ts'

test('a database of a newer release is refused', async (t) => {
  const url = await testDatabase(t)
  const database = await openDatabase(url)
  await database.query(sql.unsafe`insert into access.schema_steps values (1000)`)
  await database.end()
  await t.rejects(openDatabase(url), { message: /Kontoene er skrevet av en nyere Stykkliste/ })
})

test('accounts of each older release survive an upgrade', async (t) => {
  const url = await testDatabase(t)
  const older = await openDatabase(url, 1)
  const kari = { username: 'kari', name: 'Kari', role: 'leser', passwordHash: null } as const
  await createAccount(older, kari, new Date())
  await older.end()
  for (let step = 2; step <= steps.length; step++) await (await openDatabase(url, step)).end()
  const database = await openDatabase(url)
  t.match(await accountByName(database, 'kari'), kari)
  t.same(await database.any(sql.unsafe`select * from access.tokens`), [])
  await database.end()
})
