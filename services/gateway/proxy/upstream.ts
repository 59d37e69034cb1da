import { Readable } from 'node:stream'
import { Pool, type Dispatcher } from 'undici'
import { impactPath } from '#contracts/price-impact.ts'
import { Watchdog } from './watchdog.ts'

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

/** Of one whose database hangs, say: one that has only stopped at an event answers as before. */
const isUnable = (status: number, body: unknown): boolean =>
  status !== 200 && (body as { answers?: boolean }).answers === false

const openPool = (url: string, connections: number) =>
  new Pool(url, {
    connections,
    pipelining: 1,
    connect: { timeout: 2000 },
    headersTimeout: headersWithin,
    // Answers may be streams of events that say nothing for a while.
    bodyTimeout: 0,
  })

/** A service behind the gateway; it may come and go. */
export class Upstream {
  readonly name: ServiceName
  readonly #internalToken: string
  readonly #pool: Pool
  /** For what takes as long as its client likes: files either way, and streams of events. */
  readonly #streams: Pool
  readonly #questions: Pool
  readonly #watch = new Watchdog(() => this.#probe())
  /** Queries under way. Those sent while it could not answer are given up once that lasts. */
  readonly #queries = new Set<() => void>()
  #timesUnable = 0

  constructor(name: ServiceName, url: string, internalToken: string) {
    this.name = name
    this.#internalToken = internalToken
    this.#pool = openPool(url, 256)
    this.#streams = openPool(url, 1024)
    this.#questions = openPool(url, 4)
  }

  /** It answers nobody. */
  isHanging(): boolean {
    return this.#watch.isHanging()
  }

  /** How many requests wait for a connection. */
  queued(): number {
    return this.#pool.stats.queued
  }

  request(request: Request, callback: Callback): void {
    // An import may have been taken in whole, and goes on by itself: its answer is waited for.
    if (request.body instanceof Readable) return this.#streams.request(request, callback)
    const abort = new AbortController()
    const giveUp = () => abort.abort(new GivenUp())
    const forget = this.#watch.onHang(giveUp)
    if (isQuery(request.method, request.path)) this.#queries.add(giveUp)
    const connections = isFileOrEvents(request.path.split('?')[0]!) ? this.#streams : this.#pool
    connections.request({ ...request, signal: abort.signal }, (error, answer) => {
      forget()
      this.#queries.delete(giveUp)
      if (!error) this.#watch.heard()
      callback(error, answer)
    })
  }

  /** What a service tells the gateway itself, however busy it is with others. */
  async get(path: string, within: number): Promise<{ status: number; body: unknown }> {
    const { statusCode, body } = await this.#questions.request({
      method: 'GET',
      path,
      headers: { 'x-internal-token': this.#internalToken },
      signal: AbortSignal.timeout(within),
    })
    return { status: statusCode, body: await body.json() }
  }

  async close(): Promise<void> {
    this.#watch.stop()
    const pools = [this.#pool, this.#streams, this.#questions]
    await Promise.all(pools.map((pool) => pool.destroy()))
  }

  async #probe(): Promise<void> {
    const { status, body } = await this.get('/internal/health', probeWithin)
    this.#timesUnable = isUnable(status, body) ? this.#timesUnable + 1 : 0
    if (this.#timesUnable === 2) for (const giveUp of this.#queries) giveUp()
  }
}

export const openUpstreams = (
  urls: Readonly<Record<ServiceName, string>>,
  internalToken: string,
) => ({
  command: new Upstream('command', urls.command, internalToken),
  projector: new Upstream('projector', urls.projector, internalToken),
})

export type Upstreams = ReturnType<typeof openUpstreams>
