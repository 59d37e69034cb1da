import { Readable } from 'node:stream'
import { Pool, type Dispatcher } from 'undici'
import { impactPath } from '#contracts/price-impact.ts'
import { Watchdog } from './watchdog.ts'

export type ServiceName = 'command' | 'projector'

export type Request = Dispatcher.RequestOptions
export type Callback = (error: Error | null, answer: Dispatcher.ResponseData) => void

/** The outcome of a command that was sent is then unknown. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp'
}

const headerTimeout = 60_000
/** Longer than the watchdog needs to detect that the service hangs. */
const probeTimeout = 4_000

export const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD'
/** A POST that only asks is a query too, so it may be retried. */
export const isQuery = (method: string, path: string): boolean =>
  isSafe(method) || (method === 'POST' && path.split('?')[0] === impactPath)
export const serviceFor = (method: string, path: string): ServiceName =>
  isQuery(method, path) && !/^\/(objects|api\/csv-import)\//.test(path) ? 'projector' : 'command'

const isFileOrEvents = (path: string) => /^\/objects\/|\/events$/.test(path)

/** Unable to answer, for example because its database hangs. A service that stopped at an event still answers. */
const isUnable = (status: number, body: unknown): boolean =>
  status !== 200 && (body as { answers?: boolean }).answers === false

const openPool = (url: string, connections: number) =>
  new Pool(url, {
    connections,
    pipelining: 1,
    connect: { timeout: 2000 },
    headersTimeout: headerTimeout,
    // Event streams can be silent for a long time.
    bodyTimeout: 0,
  })

export class Upstream {
  readonly name: ServiceName
  readonly #internalToken: string
  readonly #pool: Pool
  /** For requests whose duration the client decides: files and event streams. */
  readonly #streams: Pool
  readonly #questions: Pool
  readonly #watch = new Watchdog(() => this.#probe())
  /** Running queries, which are aborted when the service stays unable to answer. */
  readonly #queries = new Set<() => void>()
  #timesUnable = 0

  constructor(name: ServiceName, url: string, internalToken: string) {
    this.name = name
    this.#internalToken = internalToken
    this.#pool = openPool(url, 256)
    this.#streams = openPool(url, 1024)
    this.#questions = openPool(url, 4)
  }

  isHanging(): boolean {
    return this.#watch.isHanging()
  }

  queued(): number {
    return this.#pool.stats.queued
  }

  request(request: Request, callback: Callback): void {
    // Not aborted: the service may already run the import.
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

  /** Uses its own connections, so that other traffic cannot delay it. */
  async get(path: string, timeout: number): Promise<{ status: number; body: unknown }> {
    const { statusCode, body } = await this.#questions.request({
      method: 'GET',
      path,
      headers: { 'x-internal-token': this.#internalToken },
      signal: AbortSignal.timeout(timeout),
    })
    return { status: statusCode, body: await body.json() }
  }

  async close(): Promise<void> {
    this.#watch.stop()
    const pools = [this.#pool, this.#streams, this.#questions]
    await Promise.all(pools.map((pool) => pool.destroy()))
  }

  async #probe(): Promise<void> {
    const { status, body } = await this.get('/internal/health', probeTimeout)
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
