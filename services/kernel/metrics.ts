import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DatabasePool } from 'slonik'
import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client'
import { withTimeout } from './timeout.ts'
import type { AccessLogEntry } from './access-log.ts'

const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const name = (end: string) => `stykkliste_${end}`

export const histogram = <L extends string>(end: string, help: string, labelNames: readonly L[]) =>
  new Histogram({ name: name(end), help, labelNames, buckets })

export const counter = <L extends string>(end: string, help: string, labelNames: readonly L[]) =>
  new Counter({ name: name(end), help, labelNames })

const readTimeout = 2_000

type Read<T> = () => T | Promise<T>

const known = async <T>(read: Read<T>): Promise<T | undefined> => {
  try {
    return await withTimeout(Promise.resolve(read()), readTimeout)
  } catch {
    return undefined
  }
}

export const gauge = (end: string, help: string, read: Read<number>) =>
  new Gauge({
    name: name(end),
    help,
    async collect() {
      this.remove()
      const value = await known(read)
      if (value !== undefined) this.set(value)
    },
  })

export const gauges = <L extends string>(
  end: string,
  help: string,
  label: L,
  read: Read<Record<string, number>>,
) =>
  new Gauge({
    name: name(end),
    help,
    labelNames: [label],
    async collect() {
      this.reset()
      for (const [of, value] of Object.entries((await known(read)) ?? {}))
        this.set({ [label]: of } as Record<L, string>, value)
    },
  })

const requests = histogram('http_request_duration_seconds', 'Requests, until the answer was out', [
  'method',
  'route',
  'status',
])

export const countRequest = ({ method, route = 'none', status, ms }: AccessLogEntry): void =>
  requests.observe({ method, route, status }, ms / 1000)

export const watchPools = (pools: Readonly<Record<string, Pick<DatabasePool, 'state'>>>): void => {
  const watch = (end: string, help: string, key: keyof ReturnType<DatabasePool['state']>) =>
    gauges(`db_pool_${end}`, help, 'pool', () =>
      Object.fromEntries(
        Object.entries(pools).map(([of, pool]) => [of, Number(pool.state()[key])]),
      ),
    )
  watch('used_connections', 'Connections of a pool that are used', 'acquiredConnections')
  watch('idle_connections', 'Connections of a pool that are idle', 'idleConnections')
  watch('waiting', 'Who waits for a connection of a pool', 'waitingClients')
}

type Listening = {
  readonly host: string
  readonly port: number
  readonly others?: () => Promise<readonly string[]>
}

export const listenForMetrics = async (
  part: string,
  { host, port, others = async () => [] }: Listening,
) => {
  register.setDefaultLabels({ part })
  collectDefaultMetrics()
  const answer = async () => {
    const more = await others()
    return mergeExpositions([await register.metrics(), ...more])
  }
  const server = createServer((request, reply) => {
    if (request.url !== '/metrics') return void reply.writeHead(404).end()
    answer().then(
      (text) => reply.writeHead(200, { 'content-type': register.contentType }).end(text),
      (error: unknown) => reply.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  // Does not keep the process alive.
  server.unref()
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const mergeExpositions = (texts: readonly string[]): string => {
  const families = texts.flatMap((text) => text.trim().split(/\n\s*(?=# HELP )/))
  const byHead = Map.groupBy(families, (family) => family.split('\n', 2).join('\n'))
  return [...byHead]
    .map(([head, all]) => `${head}${all.map((family) => family.slice(head.length)).join('')}\n`)
    .join('')
}

export const serveMetrics = async (part: string): Promise<void> => {
  const { METRICS_PORT, METRICS_HOST = '127.0.0.1' } = process.env
  if (METRICS_PORT) await listenForMetrics(part, { host: METRICS_HOST, port: Number(METRICS_PORT) })
}
