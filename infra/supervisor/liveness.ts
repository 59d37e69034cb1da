import { connect } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Postgres } from 'pg'

const reasonOf = (body: string): string => {
  try {
    const { reason, error } = JSON.parse(body)
    return String(reason ?? error ?? '')
  } catch {
    return ''
  }
}

type AskOptions = { readonly within?: number; readonly token?: string }

/** Null if there is no answer. With the token the answer has more detail. */
export const askHealth = async (url: string, { within = 5000, token = '' }: AskOptions = {}) => {
  try {
    const reply = await fetch(url, {
      headers: { 'x-internal-token': token },
      signal: AbortSignal.timeout(within),
    })
    return { ok: reply.ok, reason: reasonOf(await reply.text()) }
  } catch {
    return null
  }
}

type Watched = { readonly pid: number | undefined }

/** A service that answers "not ready" is alive. */
export type Alive = () => Promise<boolean>

const interval = 1_000
const within = 2_000
/** Timeouts in a row until a process counts as hanging. */
const maxTimeouts = 3

export const httpAlive =
  (url: string): Alive =>
  async () =>
    (await askHealth(url, { within })) !== null

/** An HTTP/2 ping needs no database, so it tests the store alone. */
export const http2Alive =
  (url: string): Alive =>
  () =>
    new Promise((resolve) => {
      const session = connect(url)
      const end = (alive: boolean) => {
        clearTimeout(late)
        session.destroy()
        resolve(alive)
      }
      const late = setTimeout(() => end(false), within)
      session.once('error', () => end(false))
      session.once('connect', () => session.ping((error) => end(error === null)))
    })

/** A new connection each time, to test the postmaster too. A refusal counts as an answer. */
export const postgresAlive =
  (url: string): Alive =>
  async () => {
    const client = new Postgres({
      connectionString: url,
      connectionTimeoutMillis: within,
      query_timeout: within,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      return true
    } catch (error) {
      return 'severity' in (error as Error)
    } finally {
      client.end().catch(() => undefined)
    }
  }

/** Only kills a process that has answered before: one that is starting may be slow. */
export const watchLiveness = async (
  alive: Alive,
  current: () => Watched | null,
  kill: (pid: number) => void,
  signal: AbortSignal,
): Promise<void> => {
  // Counts timeouts instead of measuring time, because this process may have been paused too.
  let timeouts: number | null = null
  let watched: Watched | null = null
  let asked = performance.now()
  while (!signal.aborted) {
    // After a slow answer, ask again without a pause.
    await sleep(Math.max(0, asked + interval - performance.now()), undefined, { ref: false })
    asked = performance.now()
    if (current() !== watched) {
      watched = current()
      timeouts = null
    }
    if (await alive()) timeouts = 0
    else if (timeouts !== null) timeouts++
    if (timeouts === null || timeouts < maxTimeouts || signal.aborted) continue
    if (current() !== watched || !watched?.pid) continue
    kill(watched.pid)
    timeouts = null
  }
}
