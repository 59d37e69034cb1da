import { createAccessLog, routeHeader } from './access-log.ts'
import { guard, isInternal, signedInUser } from './identity.ts'
import { countRequest } from './metrics.ts'
import { describeItself } from './openapi.ts'
import { refused } from './refused.ts'
import { refuseNul, refuseUnknownParameters } from './query-string.ts'
import { traceRequests } from './tracing.ts'
import { createServer } from './server.ts'
import { cutStalledReaders } from './response-backpressure.ts'
import type { App } from './types.ts'

export type AppOptions = {
  readonly name: string
  readonly health: () => Promise<string | null> | string | null
  /** Whether requests are answered: true while the service only lags behind the log. */
  readonly answers?: () => boolean
  readonly token: string
  readonly logLevel?: string
}

const healthRoute = (
  app: App,
  { health, answers = () => true, token }: Pick<AppOptions, 'health' | 'answers' | 'token'>,
): void => {
  app.get(
    '/internal/health',
    { config: { needs: 'internal' }, schema: { hide: true }, logLevel: 'warn' },
    async (request, reply) => {
      const reason = await health()
      if (reason === null) return { ok: true }
      // Only internal callers get the reason, because it may name streams and tables.
      const details = isInternal(request, token) && { reason, answers: answers() }
      return reply.code(503).send({ ok: false, ...details })
    },
  )
}

export const createApp = async ({ name, logLevel = 'info', ...options }: AppOptions) => {
  const app = createServer(name, logLevel, {
    logController: createAccessLog({
      level: 'debug',
      userOf: (request) => signedInUser(request)?.id,
      answered: countRequest,
    }),
    requestTimeout: 120_000,
  })

  cutStalledReaders(app)
  await traceRequests(app, name)

  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request.routeOptions
    if (url !== undefined) void reply.header(routeHeader, url)
    done()
  })
  // Reads the rest of a refused upload: else it would stay in the connection, before the next request.
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.readableEnded) raw.unpipe().resume()
    done()
  })
  app.setNotFoundHandler(() => {
    throw refused('NOT_FOUND')
  })

  guard(app, options.token)
  refuseNul(app)
  refuseUnknownParameters(app)
  await describeItself(app, name)
  healthRoute(app, options)
  return app
}
