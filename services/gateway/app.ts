import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { sql } from 'slonik'
import { describeRoutes } from '#kernel/openapi.ts'
import { requestIdHeader } from '#kernel/request-id.ts'
import { refuseNul, refuseUnknownParameters } from '#kernel/query-string.ts'
import { traceRequests } from '#kernel/tracing.ts'
import type { App } from '#kernel/types.ts'
import type { Access } from '#access/access.ts'
import { accountRoutes } from '#access/routes/account-routes.ts'
import { linkRoutes } from '#access/routes/link-routes.ts'
import { registerCookies, sidOf } from '#access/sessions/cookies.ts'
import { identify } from '#access/identify.ts'
import { logRoutes, usernameRoutes } from '#access/routes/log-routes.ts'
import { oidcRoutes } from '#access/routes/oidc-routes.ts'
import type { Oidc } from '#access/oidc/oidc.ts'
import { createRules, sessionOf, type Identify, type Rules } from '#access/rules.ts'
import { sessionRoutes } from '#access/routes/session-routes.ts'
import { tokenRoutes } from '#access/routes/token-routes.ts'
import { tokenOf } from '#access/tokens/tokens.ts'
import { userRoutes } from '#access/routes/user-routes.ts'
import { viewRoutes } from '#access/routes/view-routes.ts'
import { about, docsPages } from './docs.ts'
import { createHealth, healthRoutes } from './health.ts'
import {
  isApi,
  limitAndCheckOrigin,
  refuseUnknownHosts,
  type AdmitOptions,
} from './middleware/admission.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { Watchdog } from './proxy/watchdog.ts'
import { proxyRoutes, type ProxyOptions } from './proxy/proxy.ts'
import type { Upstreams } from './proxy/upstream.ts'
import { createSecurityNote, securityEventOf, type Note } from './security-events.ts'
import { createGatewayServer, defaultTimeouts, type Timeouts } from './server.ts'
import { webApp } from './web-app.ts'

export type GatewayOptions = AdmitOptions & {
  readonly access: Access
  readonly upstreams: Upstreams
  readonly oidc: Oidc | null
  readonly internalToken: string
  readonly webFolder: string
  /** Suffix of cookie names without TLS, so that instances on one host do not overwrite each other's cookies. */
  readonly cookieSuffix?: string
  readonly trustProxy?: readonly string[]
  readonly timeouts?: Timeouts
  readonly logLevel?: string
}

const description = 'Delekatalog og stykklister. Logg inn med POST /api/session.'

/** Every request passes here, so a hanging database must not block it. */
const createIdentify = (app: App, access: Access): Identify => {
  const watch = new Watchdog(() => access.db.query(sql.unsafe`select 1`))
  app.addHook('onClose', async () => watch.stop())
  return async (request) => {
    const asks = tokenOf(request) !== undefined || sidOf(request) !== undefined
    return asks ? watch.unlessHanging(() => identify(access, request)) : null
  }
}

const accessRoutes = async (rules: Rules, options: GatewayOptions) => {
  const { access, oidc, publicUrl, internalToken } = options
  const offer = oidc ? { label: oidc.settings.OIDC_LABEL, url: '/api/session/oidc' } : null
  await sessionRoutes(access, rules, offer)
  if (oidc) await oidcRoutes(access, rules, oidc, publicUrl)
  await linkRoutes(access, rules)
  await accountRoutes(access, rules)
  await tokenRoutes(access, rules)
  await viewRoutes(access, rules)
  await userRoutes(access, rules, publicUrl)
  await logRoutes(access, rules)
  await usernameRoutes(access, rules, internalToken)
}

const noteAnswers =
  (note: Note): ProxyOptions['answered'] =>
  (request, status, isAttachment) => {
    const event = securityEventOf(request.method, request.url, status, isAttachment)
    if (event) note(request, event, sessionOf(request))
  }

export const createGateway = async (options: GatewayOptions): Promise<App> => {
  const { access, upstreams, publicUrl, timeouts = defaultTimeouts } = options
  const services = Object.values(upstreams)
  const tls = publicUrl?.startsWith('https:') ?? false
  const isProxy = proxyAddress.compile([...(options.trustProxy ?? [])])
  const comesByProxy = ({ socket }: IncomingMessage) => isProxy(socket.remoteAddress ?? '', 0)
  const app = createGatewayServer({ ...options, timeouts }, comesByProxy)
  const note = createSecurityNote(access)

  await traceRequests(app, 'gateway', comesByProxy)
  // Only for API calls: a page may be opened with any parameters.
  refuseUnknownParameters(app, ({ url }) => isApi(url))
  await securityHeaders(app, tls)
  app.addHook('onRequest', async (request, reply) => {
    void reply.header(requestIdHeader, request.id)
  })
  refuseUnknownHosts(app, options)
  await registerCookies(app, access.keys, tls, options.cookieSuffix)
  limitAndCheckOrigin(app, options, access.tokens, (request) => note(request, 'authz_origin', null))
  refuseNul(app)
  await describeRoutes(app, { title: 'Stykkliste', description }, about)

  const whoAsks = createIdentify(app, access)
  const rules = createRules(app, whoAsks, (request, session) =>
    note(request, 'authz_fail', session),
  )
  await accessRoutes(rules, options)
  await docsPages(app, rules, services)
  await healthRoutes(rules, createHealth(services), whoAsks, options.internalToken)
  const forwarding: ProxyOptions = {
    ...options,
    tls,
    timeouts,
    isSignedIn: async (request) => (await whoAsks(request)) !== null,
    answered: noteAnswers(note),
  }
  await rules.within('signed-in', (scope) => proxyRoutes(scope, forwarding))
  await webApp(rules, options.webFolder)
  app.addHook('onClose', async () => {
    await Promise.all(services.map((service) => service.close()))
  })
  return app
}
