import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'slonik'
import { test } from 'tap'
import { testDatabase } from '#kernel/testing/database.ts'
import { lockTables } from '#infra/postgres/testing/locked-tables.ts'
import { startTestGateway } from './testing/test-gateway.ts'

test('a broken database connection is not answered as a client error', async (t) => {
  const databaseUrl = await testDatabase(t)
  const { signedIn, access } = await startTestGateway(t, { databaseUrl })
  const someone = await signedIn('administrator')
  const lockTable = (table: string) =>
    lockTables(
      t,
      databaseUrl,
      sql.unsafe`lock table ${sql.identifier(['access', table])} in access exclusive mode`,
    )
  const unavailable = { status: 503, body: { code: 'UNAVAILABLE' } }

  let tables = await lockTable('sessions')
  let answer = someone('GET', '/api/session')
  await tables.killWaiting()
  await tables.unlock()
  t.equal((await answer).status, 200, 'the session lookup is retried')

  access.sessions.forget()
  tables = await lockTable('sessions')
  answer = someone('PUT', '/api/suppliers/1', { name: 'x' })
  await tables.killWaiting()
  await tables.killWaiting()
  t.match(await answer, unavailable, 'but only once')
  await tables.unlock()

  tables = await lockTable('security_log')
  answer = someone('GET', '/api/access/security-log')
  await tables.killWaiting()
  t.match(await answer, unavailable, 'other queries are not retried')
  await tables.unlock()
  t.equal((await someone('GET', '/api/access/security-log')).status, 200)
})

test('a slow identification is not a timeout', async (t) => {
  const databaseUrl = await testDatabase(t)
  const { signedIn, access } = await startTestGateway(t, { databaseUrl })
  const someone = await signedIn('redaktør')
  access.sessions.forget()
  const tables = await lockTables(
    t,
    databaseUrl,
    sql.unsafe`lock table access.sessions in access exclusive mode`,
  )
  const answer = someone('GET', '/api/suppliers')
  await sleep(4_000)
  await tables.unlock()
  t.equal((await answer).status, 200)
})

test('NUL in a path is refused by every service', async (t) => {
  const { signedIn, command, projector } = await startTestGateway(t)
  const someone = await signedIn('administrator')
  for (const [method, path] of [
    ['GET', '/api/access/security-log?user=%00'],
    ['GET', '/api/access/security-log?event=a%00b'],
    ['DELETE', '/api/access/account/sessions/%00'],
    ['GET', '/api/suppliers?q=%00'],
    ['DELETE', '/api/suppliers/%00'],
    ['GET', '/objects/%00'],
  ] as const) {
    const reply = await someone(method, path)
    t.match(reply, { status: 400, body: { code: 'VALIDATION' } }, path)
  }
  t.same([...command.seen, ...projector.seen], [])
  t.not((await someone('GET', '/api/access/security-log?user=%2500')).status, 500)
})
