import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'tap'
import { startPostgres } from '../postgres/start.ts'
import { configuration } from './configuration.ts'
import { openOwnDatabases } from './database.ts'

test('a database that takes no such password, or no TLS, is refused at once, one that is away after the last attempt', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-test-'))
  const server = await startPostgres({ dataDir, settings: 'volatile' })
  t.teardown(async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const open = (url: string, attempts: number) =>
    openOwnDatabases(url, configuration({}), async () => undefined, attempts)
  const wrong = server.url('lager').replace(/:[^:@]+@/, ':feil@')
  await t.rejects(open(wrong, Infinity), {
    message: /^Databasen i DATABASE_URL .* avviser oss: password authentication failed/,
  })
  await t.rejects(open(`${server.url('lager')}?sslmode=require`, Infinity), {
    message: /^Databasen i DATABASE_URL .* avviser oss: The server does not support SSL/,
  })
  await t.rejects(open('postgres://a:b@127.0.0.1:1/lager', 1), {
    message: /^Databasen i DATABASE_URL \(127.0.0.1:1\) svarer ikke: connect ECONNREFUSED/,
  })
})
