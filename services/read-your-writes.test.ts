import { sql } from 'slonik'
import { setTimeout as delay } from 'node:timers/promises'
import { test, type Test } from 'tap'
import { createTestService } from '#command/testing/service.ts'
import { startTestGateway, internalToken } from '#gateway/testing/test-gateway.ts'
import { client } from '#gateway/testing/client.ts'
import { testDatabase } from '#kernel/testing/database.ts'
import { lockTables } from '#infra/postgres/testing/locked-tables.ts'
import { querySide } from '#projector/testing/query-side.ts'
import type { App } from '#kernel/types.ts'

const listening = (app: App) => app.listen({ host: '127.0.0.1', port: 0 })

/** Both services behind a gateway that can be started again. */
const system = async (t: Test) => {
  const side = await querySide(t, internalToken)
  const service = await createTestService(t, { log: side.log, token: internalToken })
  const urls = { command: await listening(service.app), projector: await listening(side.app) }
  const databaseUrl = await testDatabase(t)
  const first = await startTestGateway(t, { urls, databaseUrl })
  return {
    side,
    someone: await first.signedIn('redaktør'),
    restarted: async (jar: ReadonlyMap<string, string>) => {
      await first.app.close()
      const { base } = await startTestGateway(t, { urls, databaseUrl, dataDir: first.dataDir })
      const again = client(base)
      for (const [name, value] of jar) again.jar.set(name, value)
      return again
    },
    /** The tables can be read, and the projector writes nothing to them, until they are let go. */
    heldBack: async () =>
      (await lockTables(t, side.url, sql.unsafe`lock table read.checkpoint in share mode`)).unlock,
  }
}

const supplier = { name: 'Festo', orderEmail: 'a@b.no' }

test('after a restart of the gateway a query still waits for what its client has written', async (t) => {
  const { someone, restarted, heldBack } = await system(t)
  const unlock = await heldBack()
  const posted = await someone('POST', '/api/suppliers', supplier)
  t.equal(posted.status, 201)
  const written = BigInt(posted.headers.get('x-event-position')!)
  const again = await restarted(someone.jar)

  const waiting = again('GET', '/api/suppliers')
  await delay(600)
  await unlock()
  const fresh = await waiting
  t.match(fresh.body.data, [supplier])
  t.equal(fresh.headers.get('x-stale'), 'false')
  t.ok(BigInt(fresh.headers.get('x-event-position')!) >= written)
})

test('an answer that is older than what its client has written says so', async (t) => {
  const { someone, restarted, heldBack } = await system(t)
  await someone('POST', '/api/suppliers', supplier)
  t.equal((await someone('GET', '/api/suppliers')).headers.get('x-stale'), 'false')
  const unlock = await heldBack()
  const { headers } = await someone('POST', '/api/suppliers', { ...supplier, name: 'Sick' })
  const written = BigInt(headers.get('x-event-position')!)
  const again = await restarted(someone.jar)
  for (const path of ['/api/suppliers', '/api/suppliers/1', '/api/counts', '/api/suppliers/2']) {
    const reply = await again('GET', path)
    t.equal(reply.headers.get('x-stale'), 'true', path)
    t.ok(BigInt(reply.headers.get('x-event-position')!) < written, `${path} says what it shows`)
  }
  await unlock()
  const fresh = await again('GET', '/api/suppliers')
  t.equal((fresh.body.data as object[]).length, 2)
  t.equal(fresh.headers.get('x-stale'), 'false')
})

test('a position from another log is waited for by nobody', async (t) => {
  const { someone, side } = await system(t)
  await someone('POST', '/api/suppliers', supplier)
  const far = '99999999999999'
  const asked = await someone('GET', '/api/suppliers', undefined, { 'x-event-position': far })
  t.equal(asked.headers.get('x-stale'), 'unknown', 'who asks by header is told')
  someone.jar.set('position', far)
  const reply = await someone('GET', '/api/suppliers')
  t.equal(reply.headers.get('x-stale'), 'false')
  t.equal(someone.jar.get('position'), String(side.projector.position()))
})
