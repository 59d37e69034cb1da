import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
} from '@opentelemetry/api'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EventLog } from '#contracts/event-log.ts'
import { withTimeout } from './timeout.ts'

declare module 'fastify' {
  interface FastifyRequest {
    trace?: Context
  }
}

const tracer = trace.getTracer('stykkliste')
const flushWithin = 2_000

const sendsTraces = (): boolean => {
  const { env } = process
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER: exporter } = env
  if (OTEL_SDK_DISABLED === 'true' || exporter === 'none') return false
  return Boolean(
    exporter || env['OTEL_EXPORTER_OTLP_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
  )
}

/** Imported only if used: the SDK costs start time and memory. */
const startSdk = async (part: string) => {
  // The default detectors would send the user and arguments of the process.
  process.env['OTEL_NODE_RESOURCE_DETECTORS'] ??= 'env'
  const { NodeSDK } = await import('@opentelemetry/sdk-node')
  const sdk = new NodeSDK({
    serviceName: `stykkliste-${part}`,
    metricReaders: [],
    logRecordProcessors: [],
  })
  sdk.start()
  return sdk
}

const begin = (request: FastifyRequest, goesOn: boolean): void => {
  const parent = goesOn ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT
  const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER }, parent)
  request.trace = trace.setSpan(parent, span)
}

/** The route pattern, because an address may contain search words. */
const end = (request: FastifyRequest, status: number): void => {
  const span = request.trace && trace.getSpan(request.trace)
  const route = request.answeredBy?.route ?? request.routeOptions.url ?? 'none'
  span?.updateName(`${request.method} ${route}`)
  span?.setAttributes({
    'http.request.method': request.method,
    'http.route': route,
    'http.response.status_code': status,
    'stykkliste.request_id': request.id,
  })
  if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
  span?.end()
}

/** One span per request; the services continue it (see `traceHeaders`). */
export const traceRequests = async (
  app: FastifyInstance,
  part: string,
  mayGive: (raw: IncomingMessage) => boolean = () => true,
): Promise<void> => {
  if (!sendsTraces()) return
  const sdk = await startSdk(part)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.url?.endsWith('/health')) return done()
    begin(request, mayGive(request.raw))
    reply.raw.once('close', () => end(request, reply.raw.statusCode))
    done()
  })
  // Restores the context, which is lost while the body is read.
  app.addHook('preHandler', ({ trace: current = context.active() }, _reply, done) =>
    context.with(current, done),
  )
  // An unreachable collector must not delay the stop.
  app.addHook('onClose', async () => {
    await withTimeout(sdk.shutdown(), flushWithin)
  })
}

export const traceHeaders = (request: FastifyRequest, headers: Record<string, string>): void => {
  if (request.trace) propagation.inject(request.trace, headers)
}

export const traceLog = (log: EventLog): EventLog => {
  if (!sendsTraces()) return log
  const append: EventLog['append'] = (stream, events, expected) =>
    tracer.startActiveSpan('append', { kind: SpanKind.CLIENT }, async (span) => {
      span.setAttributes({
        'db.system.name': 'eventstoredb',
        'db.operation.name': 'append',
        'db.operation.batch.size': events.length,
      })
      try {
        return await log.append(stream, events, expected)
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: String(error) })
        throw error
      } finally {
        span.end()
      }
    })
  return { ...log, append }
}
