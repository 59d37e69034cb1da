import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type Test } from 'tap'
import { openEventLog } from '../../eventstore/client/open.ts'
import { freePort } from '../../postgres/free-port.ts'
import { administrator, systemFor, type System } from './system.ts'

type Span = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { key: string; value: unknown }[]
}
type Export = { readonly resourceSpans: { readonly scopeSpans: { readonly spans: Span[] }[] }[] }

/** An OpenTelemetry collector over HTTP. */
const receiver = async (t: Test) => {
  const spans: Span[] = []
  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    const { resourceSpans } = (await json(request)) as Export
    for (const { scopeSpans } of resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans)
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer((request, reply) => void answer(request, reply))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return { spans, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

type Line = { readonly reqId?: string; readonly msg: string; readonly [field: string]: unknown }
const logOf = ({ dataDir }: System, part: string): string =>
  readFileSync(join(dataDir, 'logs', `${part}.log`), 'utf8')
const linesOf = (system: System, part: string, id: string): Line[] =>
  logOf(system, part)
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter(({ reqId }) => reqId === id)

/** Polls, since logs and spans are written after the answer. */
const soon = async <T>(look: () => T | undefined): Promise<T> => {
  for (let tries = 0; tries < 1_000; tries++) {
    const found = look()
    if (found !== undefined) return found
    await sleep(100)
  }
  throw new Error('It did not come')
}

test('one request can be followed through logs, events, metrics and traces', async (t) => {
  const collector = await receiver(t)
  const metricsPort = await freePort()
  const system = await systemFor(t, {
    WEB_BUILD: 'off',
    LOG_LEVEL: 'debug',
    METRICS_PORT: String(metricsPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  })
  const call = async (method: string, path: string, body?: object, cookie = '') =>
    fetch(system.base + path, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const login = await call('POST', '/api/session', administrator)
  const cookie = login.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const { data: session } = (await login.json()) as { data: { user: { id: string } } }
  const made = await call(
    'POST',
    '/api/suppliers',
    { name: 'Hemmelig AS', orderEmail: 'ordre@hemmelig.example' },
    cookie,
  )
  t.equal(made.status, 201)
  const { data: supplier } = (await made.json()) as { data: { id: number } }
  const id = made.headers.get('x-request-id')!
  t.equal((await call('GET', '/api/suppliers?q=hemmelig', undefined, cookie)).status, 200)

  await t.test('the log has a line for it, without search texts or names', async (t) => {
    const [line] = await soon(() => {
      const found = linesOf(system, 'gateway', id)
      return found.length > 0 ? found : undefined
    })
    t.match(line, {
      level: 30,
      service: 'gateway',
      msg: 'request',
      method: 'POST',
      route: '/api/suppliers',
      status: 201,
      ms: Number,
      bytes: Number,
      user: session.user.id,
      by: 'command',
    })
    const [below] = await soon(() => {
      const found = linesOf(system, 'command', id)
      return found.length > 0 ? found : undefined
    })
    t.match(below, { msg: 'request', route: '/api/suppliers' })
    for (const part of ['gateway', 'command', 'projector'])
      t.notMatch(logOf(system, part), /hemmelig|127\.0\.0\.1:\d+\/api/i, part)
  })

  await t.test('its events carry the request id', async (t) => {
    const run = JSON.parse(readFileSync(join(system.dataDir, 'run.json'), 'utf8'))
    const log = openEventLog(run.eventstoreUrl)
    t.teardown(() => log.close())
    const [event] = await log.read(`supplier-${supplier.id}`)
    t.equal(event?.metadata.$correlationId, id)
  })

  await t.test(
    'one port serves the metrics of all parts, and the gateway serves none',
    async (t) => {
      const reply = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
      const text = await reply.text()
      t.match(reply.headers.get('content-type'), 'text/plain')
      for (const part of ['gateway', 'command', 'projector', 'eventstore', 'supervisor'])
        t.match(text, new RegExp(`process_resident_memory_bytes\\{part="${part}"\\} \\d+`), part)
      for (const [figure, labels, value] of [
        ['append_duration_seconds_count', ['outcome="appended"', 'part="command"'], '[1-9]'],
        ['eventstore_commit_duration_seconds_count', ['part="eventstore"'], '[1-9]'],
        ['eventstore_write_queue', ['part="eventstore"'], '0'],
        ['projector_lag_positions', ['part="projector"'], String.raw`\d+`],
        ['projector_lag_seconds', ['part="projector"'], String.raw`\d`],
        ['db_pool_idle_connections', ['pool="queries"', 'part="projector"'], String.raw`\d`],
        ['disk_free_bytes', ['part="gateway"'], '[1-9]'],
        [
          'http_request_duration_seconds_count',
          ['method="POST"', 'route="/api/suppliers"', 'status="201"', 'part="gateway"'],
          '1',
        ],
      ] as const) {
        const all = labels.map((one) => `(?=[^}]*${one})`).join('')
        t.match(text, new RegExp(`stykkliste_${figure}\\{${all}[^}]*\\} ${value}`), figure)
      }
      t.match(text, /nodejs_eventloop_lag_p99_seconds\{part="gateway"\}/)
      const types = text.match(/^# TYPE \S+/gm) ?? []
      t.equal(new Set(types).size, types.length, 'the type of a metric is given once')
      t.notMatch(text, /hemmelig/i)
      t.equal(
        (await call('GET', '/metrics', undefined, cookie)).headers
          .get('content-type')
          ?.split(';')[0],
        'text/html',
      )
    },
  )

  await t.test('one trace spans the gateway, the command and the append', async (t) => {
    const about = (span: Span) => JSON.stringify(span.attributes).includes(id)
    const trace = await soon(() => {
      const traceId = collector.spans.find(about)?.traceId
      const spans = collector.spans.filter((span) => span.traceId === traceId)
      return spans.length >= 3 ? spans : undefined
    })
    const gateway = trace.find((span) => !span.parentSpanId)
    const command = trace.find((span) => span.parentSpanId === gateway?.spanId)
    const append = trace.find((span) => span.parentSpanId === command?.spanId)
    t.same(
      [gateway?.name, command?.name, append?.name],
      ['POST /api/suppliers', 'POST /api/suppliers', 'append'],
    )
    t.notMatch(JSON.stringify(collector.spans), /hemmelig/i)
  })
})
