import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'tap'
import { freePort } from '#infra/postgres/free-port.ts'
import { testDatabase } from '#kernel/testing/database.ts'
import { someEvents } from './testing/events.ts'
import { openLog } from './testing/log.ts'

type Test = { readonly teardown: (end: () => Promise<void>) => unknown }

/** Starts the program as from a shell; `said` collects its output. */
const start = (t: Test, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  let said = ''
  const ready = new Promise<boolean>((resolve) => {
    const hear = (text: Buffer) => {
      said += text.toString()
      if (said.includes('klart på')) resolve(true)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void exited.then(() => resolve(false))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    return exited
  }
  t.teardown(async () => void (await stop()))
  return { ready, exited, stop, said: () => said }
}

test('run standalone it keeps its events over a restart, and locks its folder', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'stykkliste-eventstore-'))
  t.teardown(() => rmSync(data, { recursive: true, force: true }))
  const port = String(await freePort())
  const args = ['--port', port, '--data', data]
  const first = start(t, args)
  t.ok(await first.ready, first.said())
  const url = `esdb://127.0.0.1:${port}?tls=false`
  await openLog(t, url).append('a', someEvents(3), 'none')

  const second = start(t, ['--port', '0', '--data', data])
  t.equal(await second.exited, 1)
  t.match(second.said(), /er i bruk av en annen Stykkliste/)
  t.equal((await openLog(t, url).read('a')).length, 3, 'the first keeps running')

  t.equal(await first.stop(), 0)
  const third = start(t, args, { EVENTSTORE_SECRET: 'known-to-few' })
  t.ok(await third.ready, third.said())
  t.notMatch(third.said(), /known-to-few/)
  t.equal((await openLog(t, `${url}&connectionName=known-to-few`).read('a')).length, 3)
  await t.rejects(openLog(t, url).read('a'), { message: /Unauthenticated/ })
})

test('invalid settings are reported with a message', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.teardown(() => void taken.close())
  const DATABASE_URL = await testDatabase(t)
  const port = String((taken.address() as AddressInfo).port)
  const cases: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ DATABASE_URL, PORT: 'x' }, /Porten må være et helt tall/],
    [{ DATABASE_URL, PORT: port, HOST: '0.0.0.0' }, /kan bare lytte på denne maskinen/],
    [{ DATABASE_URL, PORT: port }, /uten .*fsync|er opptatt/],
  ]
  for (const [env, expected] of cases) {
    const run = start(t, [], env)
    t.equal(await run.exited, 1)
    t.match(run.said(), expected)
  }
})
