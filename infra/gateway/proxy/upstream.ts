import { Pool } from 'undici'

/** A service behind the gateway. */
export type Upstream = {
  readonly name: 'command' | 'projector'
  readonly pool: Pool
  /** For what takes as long as its client likes: files either way, and streams of events. */
  readonly streams: Pool
  /** It has not answered anybody for a while, though it was asked. */
  readonly isSilent: () => boolean
  /** It has answered somebody. */
  readonly heard: () => void
  /** Who waits for the start of an answer: how to give it up. What became of a command is not known then. */
  readonly waiting: Readonly<Record<'queries' | 'commands', Set<() => void>>>
  readonly get: (path: string, within: number) => Promise<{ status: number; body: unknown }>
  readonly close: () => Promise<void>
}

const headersWithin = 60_000
const askEvery = 1_000
const silentAfter = 2_000

export const upstream = (name: Upstream['name'], url: string, internalToken: string): Upstream => {
  const open = (connections: number) =>
    new Pool(url, {
      connections,
      pipelining: 1,
      connect: { timeout: 2000 },
      headersTimeout: headersWithin,
      // Answers may be streams of events that say nothing for a while.
      bodyTimeout: 0,
    })
  const pool = open(256)
  const streams = open(1024)
  // Of its own: where uploads hold all others, the service is still asked how it is.
  const asking = new Pool(url, { connections: 2, pipelining: 1, connect: { timeout: 2000 } })
  const waiting = { queries: new Set<() => void>(), commands: new Set<() => void>() }
  let last = Date.now()
  let silent = false
  const heard = () => {
    last = Date.now()
    silent = false
  }
  const get = async (path: string, within: number) => {
    const { statusCode, body } = await asking.request({
      method: 'GET',
      path,
      headers: { 'x-internal-token': internalToken },
      signal: AbortSignal.timeout(within),
    })
    return { status: statusCode, body: await body.json() }
  }
  const giveUp = (who: ReadonlySet<() => void>) => {
    for (const each of who) each()
  }
  let timer: NodeJS.Timeout
  let closed = false
  let wasWell = false
  const ask = async () => {
    const asked = Date.now()
    try {
      const { status } = await get('/internal/health', silentAfter)
      heard()
      // What was asked while it could not answer would wait as long as it lasts; commands have a deadline there.
      if (wasWell && status !== 200) giveUp(waiting.queries)
      wasWell = status === 200
    } catch (error) {
      // One that is not there refuses by itself; one that is busy answers others meanwhile.
      silent = (error as Error).name === 'TimeoutError' && last < asked
      if (silent) for (const who of Object.values(waiting)) giveUp(who)
    }
    if (!closed) timer = setTimeout(() => void ask(), askEvery).unref()
  }
  timer = setTimeout(() => void ask(), askEvery).unref()
  return {
    name,
    pool,
    streams,
    waiting,
    heard,
    isSilent: () => silent,
    get,
    close: async () => {
      closed = true
      clearTimeout(timer)
      await Promise.all([pool.destroy(), streams.destroy(), asking.destroy()])
    },
  }
}
