import type { IncomingMessage } from 'node:http'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { z } from 'zod'
import { parse } from '#contracts/validation.ts'
import { createAccessLog } from '#kernel/access-log.ts'
import { failure, InvalidInput, refusalOf, statusOf } from '#kernel/failure.ts'
import { parseJsonBody } from '#kernel/json-body.ts'
import { logger } from '#kernel/logger.ts'
import { countRequest } from '#kernel/metrics.ts'
import { requestIdOf } from '#kernel/request-id.ts'
import { accountOf } from '#access/rules.ts'

/** How long a client may take: for its headers, between two pieces of its body, and of its answer. Milliseconds. */
export type Patience = {
  readonly headers: number
  readonly silence: number
  readonly reading: number
}

export const usualPatience: Patience = { headers: 20_000, silence: 120_000, reading: 60_000 }

type Options = {
  readonly trustProxy?: readonly string[]
  readonly patience?: Patience
  readonly logLevel?: string
}

const bodyLimit = 1024 * 1024

const speakNorwegian = (app: FastifyInstance): void => {
  app.setValidatorCompiler(({ schema }) => (input) => {
    const parsed = parse(schema as unknown as z.ZodType, input)
    return parsed.ok ? { value: parsed.value } : { error: new InvalidInput(parsed.errors) }
  })
  app.setSerializerCompiler(() => JSON.stringify)
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, request)
    const status = statusOf(refusal)
    if (status >= 500)
      request.log.error({ err: error, route: request.routeOptions.url, code: refusal.refused })
    const { retryAfter } = (refusal.details ?? {}) as { retryAfter?: number }
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter))
    return reply.code(status).send(failure(refusal))
  })
  parseJsonBody(app)
}

/** What listens: limits of time and size, refusals in Norwegian, one line of log a request. */
export const createServer = (
  { logLevel = 'info', trustProxy = [], patience = usualPatience }: Options,
  comesByProxy: (raw: IncomingMessage) => boolean,
): FastifyInstance => {
  const app = fastify({
    logger: logger('gateway', logLevel),
    logController: createAccessLog({ level: 'info', userOf: accountOf, answered: countRequest }),
    bodyLimit,
    // A slow sender is cut off when it falls silent; the whole of a large file may take its time.
    connectionTimeout: patience.silence,
    requestTimeout: 30 * 60_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: patience.headers, connectionsCheckingInterval: patience.headers / 4 },
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    genReqId: (raw) => requestIdOf(raw, comesByProxy(raw)),
    exposeHeadRoutes: true,
    frameworkErrors: (error, request, reply) => {
      const refusal = refusalOf(error, request)
      void (reply as FastifyReply).code(statusOf(refusal)).send(failure(refusal))
    },
  })
  speakNorwegian(app)
  app.addHook('preClose', async () => {
    // A connection kept open after its last answer would hold up the stop for a minute.
    const timer = setInterval(() => app.server.closeIdleConnections(), 50)
    app.server.once('close', () => clearInterval(timer))
  })
  return app
}
