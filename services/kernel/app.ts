import fastify, { type FastifyReply } from 'fastify'
import { z } from 'zod'
import { parse } from '#contracts/validation.ts'
import { createAccessLog, routeHeader } from './access-log.ts'
import { failure, InvalidInput, refusalOf, statusOf } from './failure.ts'
import { guard, isInternal, signedInUser } from './identity.ts'
import { parseJsonBody } from './json-body.ts'
import { logger } from './logger.ts'
import { countRequest } from './metrics.ts'
import { describeItself } from './openapi.ts'
import { refused } from './refused.ts'
import { requestIdOf } from './request-id.ts'
import { refuseNul, refuseUnknownParameters } from './query-string.ts'
import { traceRequests } from './tracing.ts'
import type { App, ZodTypes } from './types.ts'
import { cutStalledReaders } from './response-backpressure.ts'

export type AppOptions = {
  readonly name: string
  readonly health: () => Promise<string | null> | string | null
  readonly token: string
  readonly logLevel?: string
}

const bodyLimit = 1024 * 1024

export const createApp = async ({ name, health, token, logLevel = 'info' }: AppOptions) => {
  const app: App = fastify({
    logger: logger(name, logLevel),
    // The gateway writes one of each request already.
    logController: createAccessLog({
      level: 'debug',
      userOf: (request) => signedInUser(request)?.id,
      answered: countRequest,
    }),
    bodyLimit,
    requestTimeout: 120_000,
    genReqId: (raw) => requestIdOf(raw),
    exposeHeadRoutes: true,
    frameworkErrors: (error, request, reply) => {
      const refusal = refusalOf(error, request)
      void (reply as FastifyReply).code(statusOf(refusal)).send(failure(refusal))
    },
  }).withTypeProvider<ZodTypes>()

  app.setValidatorCompiler(({ schema }) => {
    // When first asked for: to compile the schemas of every route would hold up the start.
    let compiled: z.ZodType | undefined
    return (input) => {
      compiled ??= z.compile(schema as unknown as z.ZodType)
      const parsed = parse(compiled, input)
      return parsed.ok ? { value: parsed.value } : { error: new InvalidInput(parsed.errors) }
    }
  })
  // Response schemas describe; answers are made by us, and checking each again would cost more than it finds.
  app.setSerializerCompiler(() => JSON.stringify)

  cutStalledReaders(app)
  await traceRequests(app, name)
  parseJsonBody(app)

  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request.routeOptions
    if (url !== undefined) void reply.header(routeHeader, url)
    done()
  })
  // A file that is refused before it was read would stay in the connection, before the next request.
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.readableEnded) raw.unpipe().resume()
    done()
  })
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, request)
    const status = statusOf(refusal)
    if (status >= 500)
      request.log.error({ err: error, route: request.routeOptions.url, code: refusal.refused })
    return reply.code(status).send(failure(refusal))
  })
  app.setNotFoundHandler(() => {
    throw refused('NOT_FOUND')
  })

  guard(app, token)
  refuseNul(app)
  refuseUnknownParameters(app)
  await describeItself(app, name)
  app.get(
    '/internal/health',
    // Asked several times a second.
    { config: { needs: 'internal' }, schema: { hide: true }, logLevel: 'warn' },
    async (request, reply) => {
      const reason = await health()
      if (reason === null) return { ok: true }
      // The reason may name streams and tables.
      return reply.code(503).send({ ok: false, ...(isInternal(request, token) && { reason }) })
    },
  )
  return app
}
