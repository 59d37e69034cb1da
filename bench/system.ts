import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventStoreDBClient, NO_STREAM } from '@eventstore/db-client'
import { Pool } from 'undici'
import { sensor } from '#contracts/catalogue/index.ts'
import { administrator, startSystem } from '#infra/testing/blackbox/system.ts'
import { runningSystem, type RunningSystem } from '#infra/supervisor/run-file.ts'
import { aPart, asEventData } from './events.ts'
import { perSecond } from './frame.ts'

type Ask = (
  method: 'GET' | 'POST',
  path: string,
  body?: string | Buffer,
  type?: string,
) => Promise<{ readonly headers: Record<string, unknown>; readonly text: string }>

/** Requests through the gateway, signed in, over keep-alive connections. */
const asking = async (base: string) => {
  const pool = new Pool(base, { connections: 8, headersTimeout: 0, bodyTimeout: 0 })
  let cookie = ''
  const ask: Ask = async (method, path, body, type = 'application/json') => {
    const headers = { cookie, ...(body !== undefined && { 'content-type': type }) }
    const reply = await pool.request({ method, path, headers, body: body ?? null })
    const text = await reply.body.text()
    if (reply.statusCode >= 400) throw new Error(`${path}: ${reply.statusCode} ${text}`)
    return { headers: reply.headers, text }
  }
  const session = await ask('POST', '/api/session', JSON.stringify(administrator))
  cookie = String([session.headers['set-cookie']].flat()[0]).split(';')[0]!
  return { ask, close: () => pool.close() }
}

/** Starts the whole system as `npm start` does. */
export const withSystem = async <T>(
  work: (system: { readonly ask: Ask; readonly running: RunningSystem }) => Promise<T>,
): Promise<T> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-bench-'))
  const unlimited = { RATE_LIMIT_PER_SECOND: '1000000', RATE_LIMIT_BURST: '1000000' }
  const system = await startSystem(dataDir, unlimited)
  const { ask, close } = await asking(system.base)
  try {
    return await work({ ask, running: runningSystem(dataDir)! })
  } finally {
    await close()
    await system.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

let sensors = 0

/** Appends per second by the official client: a new record with its price to a new stream, 64 in parallel. */
export const rawAppends = async (url: string, seconds: number): Promise<number> => {
  const client = EventStoreDBClient.connectionString(url)
  const rate = await perSecond(64, seconds, async () => {
    const id = ++sensors
    const events = aPart(sensor, id).map(asEventData)
    await client.appendToStream(`${sensor.stream}-${id}`, events, { expectedRevision: NO_STREAM })
  })
  await client.dispose()
  return rate
}
