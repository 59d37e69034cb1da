import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import fastify, { type FastifyReply, type FastifyRequest, type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { may } from '#contracts/access.ts'
import { parse } from '#contracts/norwegian.ts'
import { refuse } from '#contracts/refusals.ts'
import { accessLines } from '../../services/kernel/access-lines.ts'
import { takeJson } from '../../services/kernel/json-body.ts'
import { failure, InvalidInput, refusalOf, statusOf } from '../../services/kernel/failure.ts'
import { isSame } from '../../services/kernel/is-same.ts'
import { logger } from '../../services/kernel/logger.ts'
import { countRequest } from '../../services/kernel/metrics.ts'
import { refuseNul } from '../../services/kernel/no-nul.ts'
import { refused } from '../../services/kernel/refused.ts'
import { requestIdHeader, requestIdOf } from '../../services/kernel/request-id.ts'
import { strictQueries } from '../../services/kernel/strict-query.ts'
import { traceRequests } from '../../services/kernel/tracing.ts'
import type { App, ZodTypes } from '../../services/kernel/types.ts'
import type { Access } from './access/access.ts'
import { accountApi } from './access/account-api.ts'
import { codeApi } from './access/code-api.ts'
import { registerCookies, sidOf } from './access/cookie.ts'
import { logApi } from './access/log-api.ts'
import type { Oidc } from './access/oidc.ts'
import { oidcApi } from './access/oidc-api.ts'
import type { SecurityEvent } from './access/security-log.ts'
import { sessionApi } from './access/session-api.ts'
import type { Session } from './access/sessions.ts'
import { usersApi } from './access/users-api.ts'
import { networkOf, visitorOf } from './access/visitor.ts'
import { inTime, Late } from '../eventstore/client/in-time.ts'
import { describeRoutes, docsPages } from './docs.ts'
import { buckets } from './door/bucket.ts'
import { securityHeaders } from './door/headers.ts'
import { knownHosts } from './door/hosts.ts'
import { eventOf } from './door/noted.ts'
import { accountOf, ruleBook, sessionOf, type RuleBook } from './door/rules.ts'
import { isOwnRequest } from './door/same-site.ts'
import type { Services } from './services.ts'
import { forwarder } from './proxy/forward.ts'
import { webApp } from './web-app.ts'

export type GatewayOptions = {
  readonly access: Access
  readonly services: Services
  readonly oidc: Oidc | null
  readonly host: string
  readonly internalToken: string
  readonly webFolder: string
  readonly publicUrl?: string | undefined
  /** After the names of cookies without TLS. */
  readonly cookieSuffix?: string
  readonly allowedHosts?: readonly string[]
  readonly trustProxy?: readonly string[]
  readonly rate: { readonly perSecond: number; readonly burst: number }
  readonly patience?: Patience
  readonly logLevel?: string
}

/** How long a client may take: for its headers, between two pieces of its body, and of its answer. Milliseconds. */
type Patience = { readonly headers: number; readonly silence: number; readonly reading: number }

const usualPatience: Patience = { headers: 20_000, silence: 120_000, reading: 60_000 }

export type Gateway = { readonly app: App; readonly rules: RuleBook }

const bodyLimit = 1024 * 1024
const sessionWithin = 2_500

const isApi = (url: string) => /^\/(api|objects)(\/|\?|$)/.test(url)
/** The provider of an OIDC login sends the browser here from its own site. */
const isReturn = (url: string) => url.startsWith('/api/session/oidc')

const newServer = (
  { logLevel = 'info', trustProxy = [], patience = usualPatience }: GatewayOptions,
  comesByProxy: (raw: IncomingMessage) => boolean,
): FastifyInstance =>
  fastify({
    logger: logger('gateway', logLevel),
    logController: accessLines({ level: 'info', userOf: accountOf, answered: countRequest }),
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

const speakNorwegian = (app: FastifyInstance): void => {
  app.setValidatorCompiler(({ schema }) => (input) => {
    const parsed = parse(schema as unknown as z.ZodType, input)
    return parsed.ok ? { value: parsed.value } : { error: new InvalidInput(parsed.errors) }
  })
  app.setSerializerCompiler(() => JSON.stringify)
  app.setErrorHandler((error, request, reply) => {
    const refusal = error instanceof Late ? refuse('UNAVAILABLE') : refusalOf(error, request)
    const status = statusOf(refusal)
    if (status >= 500)
      request.log.error({ err: error, route: request.routeOptions.url, code: refusal.refused })
    const { retryAfter } = (refusal.details ?? {}) as { retryAfter?: number }
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter))
    return reply.code(status).send(failure(refusal))
  })
  takeJson(app)
}

/** The door: who may come in, by what name, from where and how often; then own calls, pages and services. */
export const newGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const { access, services, oidc, publicUrl, internalToken } = options
  const tls = publicUrl?.startsWith('https:') ?? false
  const headers = securityHeaders(tls)
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin
  const isKnownHost = knownHosts({
    host: options.host,
    publicUrl,
    allowed: options.allowedHosts ?? [],
  })
  const mayPass = buckets(options.rate.perSecond, options.rate.burst)

  const isProxy = proxyAddress.compile([...(options.trustProxy ?? [])])
  const comesByProxy = ({ socket }: IncomingMessage) => isProxy(socket.remoteAddress ?? '', 0)
  const server = newServer(options, comesByProxy)
  const app = server.withTypeProvider<ZodTypes>() as App
  await traceRequests(server, 'gateway', comesByProxy)
  speakNorwegian(server)
  // A page is opened with whatever its address holds.
  strictQueries(server, ({ url }) => isApi(url))

  const note = (
    request: FastifyRequest,
    event: SecurityEvent,
    session: Session | null,
    details = {},
  ): void => {
    const who = { accountId: session?.user.id ?? null, username: session?.user.username ?? '' }
    const path = request.url.split('?')[0]!
    access.log
      .write(event, who, visitorOf(request), { method: request.method, path, ...details })
      .catch((error: unknown) => request.log.error({ err: error }, 'security log not written'))
  }

  server.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers.answer).header(requestIdHeader, request.id)
    if (!isKnownHost(request.raw.headers.host)) throw refused('FORBIDDEN', 'Ukjent vertsnavn.')
  })
  await registerCookies(server, access.keys, tls, options.cookieSuffix)
  server.addHook('onRequest', async (request) => {
    const wait = mayPass(sidOf(request) ?? networkOf(request.ip))
    if (wait !== null) throw refused('TOO_MANY_REQUESTS', undefined, { retryAfter: wait })
    // After the limit: what is refused here leaves a note.
    const { method, url, headers: asked } = request.raw
    const watched = method !== 'GET' || isApi(url!)
    if (watched && !isReturn(url!) && !isOwnRequest(method!, asked, publicOrigin)) {
      note(request, 'authz_origin', null)
      throw refused('FORBIDDEN', 'Forespørselen kommer fra et annet nettsted.')
    }
  })
  refuseNul(server)
  await describeRoutes(app)

  const identify = async (request: FastifyRequest) => {
    const sid = sidOf(request)
    // A database that hangs would hold everybody here.
    return sid === undefined ? null : inTime(access.sessions.find(sid), sessionWithin)
  }
  const rules = ruleBook(server, identify, (request, session) =>
    note(request, 'authz_fail', session),
  )

  await sessionApi(access, rules, oidc ? { label: oidc.label, url: '/api/session/oidc' } : null)
  if (oidc) await oidcApi(access, rules, oidc, publicUrl)
  await codeApi(access, rules)
  await accountApi(access, rules)
  await usersApi(
    access,
    rules,
    (request, code) => `${publicOrigin ?? `http://${request.headers.host}`}/oppsett#${code}`,
  )
  await logApi(access, rules)
  await docsPages(app, rules, services.documents, headers.answer)

  const token = Buffer.from(internalToken)
  /** Who may know names of records and hosts: administrators, and the other parts of the system. */
  const operates = async (request: FastifyRequest): Promise<boolean> => {
    const given = request.headers['x-internal-token']
    if (typeof given === 'string' && isSame(given, token)) return true
    // Where even accounts cannot be read, nobody is known.
    const session = await identify(request).catch(() => null)
    return session !== null && !session.mustSetUpTotp && may(session.user.role, 'admin')
  }
  await rules.within('anyone', (scope) => {
    scope.get('/api/health', async (request, reply) => {
      const problem = await services.health()
      if (problem === null) return { success: true, data: { ready: true } }
      const reason = (await operates(request)) ? problem.details : problem.sentence
      return reply.code(503).send({ ...failure(refuse('UNAVAILABLE')), reason })
    })
    scope.get('/internal/health', { schema: { hide: true }, logLevel: 'warn' }, async () => ({
      ok: true,
    }))
  })

  const { forward, endStreams } = forwarder({
    upstreams: services.upstreams,
    directions: services.directions,
    internalToken,
    securityHeaders: headers.answer,
    tls,
    patience: options.patience ?? usualPatience,
    answered: (request, status, isAttachment) => {
      const path = request.url.split('?')[0]!
      const event = eventOf(request.method, path, status, isAttachment)
      if (event) note(request, event, sessionOf(request))
    },
  })
  await rules.within('signed-in', (scope) => {
    scope.removeAllContentTypeParsers()
    const whole = { parseAs: 'buffer' } as const
    scope.addContentTypeParser('application/json', whole, (_request, body, done) =>
      done(null, body),
    )
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    for (const url of ['/api', '/api/*', '/objects/*'])
      scope.route({
        method: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'],
        url,
        // What is passed on is for the service to judge.
        schema: { hide: true, querystring: z.looseObject({}) },
        handler: forward,
      })
  })

  await webApp(rules, options.webFolder, headers.page)
  server.addHook('preClose', async () => {
    endStreams()
    // A connection kept open after its last answer would hold up the stop for a minute.
    const timer = setInterval(() => server.server.closeIdleConnections(), 50)
    server.server.once('close', () => clearInterval(timer))
  })
  server.addHook('onClose', () => services.close())
  return { app, rules }
}
