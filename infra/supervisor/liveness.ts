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

type Asking = { readonly within?: number; readonly token?: string }

/** Null without an answer. With the internal token it is told more than others are. */
export const askHealth = async (url: string, { within = 5000, token = '' }: Asking = {}) => {
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

/** Whether a part answers at all: one that says that it is not ready is alive. */
export type Alive = () => Promise<boolean>

const every = 1_000
const within = 2_000
/** So many times in a row without an answer, 7 s or less, and it hangs. */
const patience = 3

export const httpAlive =
  (url: string): Alive =>
  async () =>
    (await askHealth(url, { within })) !== null

/** A ping of HTTP/2, which the store answers without its database: that is watched by itself. */
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

/** On a connection of its own, so that it is known of the postmaster too. A refusal is an answer. */
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
      // The end of one that hangs would be waited for.
      client.end().catch(() => undefined)
    }
  }

/** Ends a process that once answered and then does so no more: it hangs, and is started anew. */
export const watchLiveness = async (
  alive: Alive,
  current: () => Watched | null,
  kill: (pid: number) => void,
  signal: AbortSignal,
): Promise<void> => {
  // Counted and not timed: this process may have been held itself.
  let silences: number | null = null
  let watched: Watched | null = null
  let asked = performance.now()
  while (!signal.aborted) {
    // One that kept the last question waiting is asked again at once.
    await sleep(Math.max(0, asked + every - performance.now()), undefined, { ref: false })
    asked = performance.now()
    if (current() !== watched) {
      watched = current()
      silences = null
    }
    if (await alive()) silences = 0
    else if (silences !== null) silences++
    if (silences === null || silences < patience || signal.aborted) continue
    if (current() !== watched || !watched?.pid) continue
    kill(watched.pid)
    silences = null
  }
}
