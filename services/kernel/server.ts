import fastify, {
  type FastifyReply,
  type FastifyRequest,
  type FastifyHttpOptions,
  type RawServerDefault,
} from 'fastify'
import { z } from 'zod'
import { parse } from '#contracts/validation.ts'
import { InvalidInput, refusalOf, sendRefusal } from './failure.ts'
import { parseJsonBody } from './json-body.ts'
import { logger } from './logger.ts'
import { refused } from './refused.ts'
import { requestIdOf } from './request-id.ts'
import type { App, ZodTypes } from './types.ts'

const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const refusal = refusalOf(error, request)
  void sendRefusal(reply, refusal)
  if (reply.statusCode >= 500)
    request.log.error({ err: error, route: request.routeOptions.url, code: refusal.refused })
}

export const createServer = (
  name: string,
  logLevel: string,
  options: FastifyHttpOptions<RawServerDefault>,
): App => {
  const app: App = fastify({
    logger: logger(name, logLevel),
    bodyLimit: 1024 * 1024,
    genReqId: (raw) => requestIdOf(raw),
    exposeHeadRoutes: true,
    // Fastify's own text is English and has no code.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => answerError(error, request, reply as FastifyReply),
    ...options,
  }).withTypeProvider<ZodTypes>()

  app.setValidatorCompiler(({ schema }) => {
    // Compiled on first use: all schemas at start would delay it.
    let compiled: z.ZodType | undefined
    return (input) => {
      compiled ??= z.compile(schema as unknown as z.ZodType)
      const parsed = parse(compiled, input)
      return parsed.ok ? { value: parsed.value } : { error: new InvalidInput(parsed.errors) }
    }
  })
  // Answers are not validated: that would cost more than it finds.
  app.setSerializerCompiler(() => JSON.stringify)
  app.setErrorHandler(answerError)
  parseJsonBody(app)
  let isStopping = false
  app.addHook('preClose', async () => void (isStopping = true))
  app.addHook('onRequest', (_request, _reply, done) =>
    done(isStopping ? refused('UNAVAILABLE') : undefined),
  )
  return app
}
