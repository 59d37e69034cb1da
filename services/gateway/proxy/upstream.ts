import { Readable } from 'node:stream'
import { Pool, type Dispatcher } from 'undici'
import { impactPath } from '#contracts/price-impact.ts'
import { createWatchdog } from './watchdog.ts'

export type ServiceName = 'command' | 'projector'

export type Request = Dispatcher.RequestOptions
export type Callback = (error: Error | null, answer: Dispatcher.ResponseData) => void

/** What becomes of a command that was sent is not known then. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp'
}

const headersWithin = 60_000
/** Longer than it takes to be known to hang. */
const probeWithin = 4_000

export const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD'
/** What is asked with a body, because it may be long, is a query too: it may be asked again. */
export const isQuery = (method: string, path: string): boolean =>
  isSafe(method) || (method === 'POST' && path.split('?')[0] === impactPath)
/** Queries go to the projector; commands, files and imports to the command service. */
export const serviceFor = (method: string, path: string): ServiceName =>
  isQuery(method, path) && !/^\/(objects|api\/csv-import)\//.test(path) ? 'projector' : 'command'

const isFileOrEvents = (path: string) => /^\/objects\/|\/events$/.test(path)

type Get = (path: string, within: number) => Promise<{ status: number; body: unknown }>

/** Of one whose database hangs, say: one that has only stopped at an event answers as before. */
const isUnable = (status: number, body: unknown): boolean =>
  status !== 200 && (body as { answers?: boolean }).answers === false

/** Asks how a service is. Queries sent while it could not answer are given up once that lasts. */
const watchService = (get: Get, queries: ReadonlySet<() => void>) => {
  let timesUnable = 0
  return createWatchdog(async () => {
    const { status, body } = await get('/internal/health', probeWithin)
    timesUnable = isUnable(status, body) ? timesUnable + 1 : 0
    if (timesUnable === 2) for (const giveUp of queries) giveUp()
  })
}

export type Upstream = ReturnType<typeof createUpstream>

const createUpstream = (name: ServiceName, url: string, internalToken: string) => {
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
  /** For what takes as long as its client likes: files either way, and streams of events. */
  const streams = open(1024)
  const questions = open(4)

  const get: Get = async (path, within) => {
    const { statusCode, body } = await questions.request({
      method: 'GET',
      path,
      headers: { 'x-internal-token': internalToken },
      signal: AbortSignal.timeout(within),
    })
    return { status: statusCode, body: await body.json() }
  }
  const queries = new Set<() => void>()
  const watch = watchService(get, queries)

  return {
    name,
    /** It answers nobody. */
    isHanging: watch.isHanging,
    /** How many requests wait for a connection. */
    queued: () => pool.stats.queued,
    request: (request: Request, callback: Callback): void => {
      // An import may have been taken in whole, and goes on by itself: its answer is waited for.
      if (request.body instanceof Readable) return streams.request(request, callback)
      const abort = new AbortController()
      const giveUp = () => abort.abort(new GivenUp())
      const forget = watch.onHang(giveUp)
      if (isQuery(request.method, request.path)) queries.add(giveUp)
      const connections = isFileOrEvents(request.path.split('?')[0]!) ? streams : pool
      connections.request({ ...request, signal: abort.signal }, (error, answer) => {
        forget()
        queries.delete(giveUp)
        if (!error) watch.heard()
        callback(error, answer)
      })
    },
    /** What a service tells the gateway itself, however busy it is with others. */
    get,
    close: async (): Promise<void> => {
      watch.stop()
      await Promise.all([pool.destroy(), streams.destroy(), questions.destroy()])
    },
  }
}

/** The services behind the gateway; they may come and go. */
export const openUpstreams = (
  urls: Readonly<Record<ServiceName, string>>,
  internalToken: string,
) => ({
  command: createUpstream('command', urls.command, internalToken),
  projector: createUpstream('projector', urls.projector, internalToken),
})

export type Upstreams = ReturnType<typeof openUpstreams>
