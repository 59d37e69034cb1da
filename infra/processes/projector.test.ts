import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import { openLog } from '#infra/eventstore/testing/log.ts'
import { storeOn, testStore } from '#infra/eventstore/testing/store.ts'
import { testDatabase } from '#kernel/testing/database.ts'
import { freePort } from '#infra/postgres/free-port.ts'
import { asUser, testToken } from '#kernel/testing/requests.ts'
import { registered } from '#projector/testing/events.ts'

const main = join(import.meta.dirname, 'projector.ts')

const timeout = 120_000

const until = async <T>(what: () => Promise<T | undefined>): Promise<T> => {
  for (const end = Date.now() + timeout; Date.now() < end;) {
    const found = await what().catch(() => undefined)
    if (found !== undefined) return found
    await delay(50)
  }
  throw new Error('It did not come about')
}

test('the process follows a real event store, answers, survives a restart of the store, and stops in order', async (t) => {
  const url = await testDatabase(t)
  const store = await testStore(t)
  const log = openLog(t, store.url)
  const port = await freePort()
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: url,
      EVENTSTORE_URL: store.url,
      INTERNAL_TOKEN: testToken,
      DATA_DIR: import.meta.dirname,
    },
  })
  const ended = once(child, 'exit')
  t.teardown(() => void child.kill('SIGKILL'))

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { ...asUser(), ...headers } })
  const health = async () => {
    const reply = await get('/internal/health')
    return reply.ok ? true : undefined
  }
  const register = async (id: number) => {
    const { stream, type, data } = registered(component, id, { description: `Del ${id}` })
    const metadata = { commandId: randomUUID(), user: 'kari', at: new Date().toISOString(), v: 1 }
    return until(async () => {
      const appended = await log.append(
        stream,
        [{ id: randomUUID(), type, data, metadata }],
        'none',
      )
      return appended.appended ? appended.position : undefined
    })
  }
  await until(health)

  const seen = async (position: bigint) => {
    const reply = await get('/api/componenttypes', { 'x-event-position': String(position) })
    return ((await reply.json()) as { data: { id: number }[] }).data.map(({ id }) => id)
  }
  /** Polls, since a slow machine may answer before the tables are up to date. */
  const soon = (count: number, position: bigint) =>
    until(async () => {
      const ids = await seen(position)
      return ids.length === count ? ids : undefined
    })
  t.same(await soon(1, await register(1)), [1])

  await store.stop()
  t.same(await seen(0n), [1], 'without the store it still answers')
  await storeOn(t, store.databaseUrl, store.port)
  t.same(await soon(2, await register(2)), [1, 2])

  child.kill('SIGTERM')
  t.same(await ended, [0, null])
})
