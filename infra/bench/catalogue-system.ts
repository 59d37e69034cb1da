import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { openEventLog } from '#infra/eventstore/client/open.ts'
import { freePort } from '#infra/postgres/free-port.ts'
import { startPostgres } from '#infra/postgres/start.ts'
import { asking, testToken } from '../../services/kernel/testing/asks.ts'

const root = join(import.meta.dirname, '..', '..')

const service = (main: string, env: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, [join(root, main)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...env },
  })
  return async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

/** Requests over connections that stay open, as the gateway makes them. */
const caller = (port: number, connections: number) => {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 })
  const headers = { ...asking('administrator'), 'content-type': 'application/json' }
  return {
    ask: (method: 'GET' | 'POST', path: string, more: object = {}, body?: unknown) =>
      pool.request({
        method,
        path,
        headers: { ...headers, ...more },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    /** A body of any type, as it is. */
    send: (path: string, type: string, body: Buffer) =>
      pool.request({
        method: 'POST',
        path,
        headers: { ...headers, 'content-type': type },
        body,
        headersTimeout: 0,
      }),
    close: () => pool.close(),
  }
}

export type Caller = ReturnType<typeof caller>

const healthy = async (call: Caller) => {
  for (let tries = 0; tries < 600; tries++) {
    const reply = await call.ask('GET', '/internal/health').catch(() => null)
    await reply?.body.dump()
    if (reply?.statusCode === 200) return
    await delay(100)
  }
  throw new Error('A service did not get ready')
}

/** Store, command service and projector, each a process of its own, on a durable Postgres. */
export const benchSystem = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-bench-'))
  const postgres = await startPostgres({ dataDir })
  const [database, events] = [
    await postgres.ensureDatabase('stykkliste'),
    await postgres.ensureDatabase('eventstore'),
  ]
  const [storePort, commandPort, projectorPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const eventstoreUrl = `esdb://127.0.0.1:${storePort}?tls=false`
  const shared = {
    DATABASE_URL: database,
    EVENTSTORE_URL: eventstoreUrl,
    INTERNAL_TOKEN: testToken,
    DATA_DIR: dataDir,
  }
  const stops = [
    service('infra/eventstore/main.ts', { PORT: String(storePort), DATABASE_URL: events }),
    service('services/projector/main.ts', { ...shared, PORT: String(projectorPort) }),
    service('services/command/main.ts', { ...shared, PORT: String(commandPort) }),
  ]
  const command = caller(commandPort, 64)
  const projector = caller(projectorPort, 64)
  await healthy(projector)
  await healthy(command)
  const log = openEventLog(eventstoreUrl)
  return {
    database,
    log,
    command,
    projector,
    stop: async () => {
      await log.close()
      await Promise.all([command.close(), projector.close()])
      for (const stop of stops.toReversed()) await stop()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type BenchSystem = Awaited<ReturnType<typeof benchSystem>>
