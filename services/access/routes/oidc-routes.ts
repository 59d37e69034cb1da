import { z } from 'zod'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#kernel/types.ts'
import type { Rules } from '../rules.ts'
import type { Access } from '../access.ts'
import { updateAccount } from '../accounts/accounts.ts'
import { accountFor } from '../oidc/oidc-account.ts'
import type { Oidc } from '../oidc/oidc.ts'
import { nobody } from '../security-log/security-log.ts'
import { signIn } from './session-routes.ts'
import { visitorOf } from '../store/visitor.ts'

/** Prevents open redirects: only a path of our own. */
const ownPath = (to: unknown): string =>
  typeof to === 'string' && /^\/(?![/\\])[\w\-/?=&%.+*,:~]*$/.test(to) ? to : '/'

const callbackOf = (request: FastifyRequest, publicUrl: string | undefined): URL =>
  new URL(request.url, publicUrl ?? `http://${request.headers.host}`)

const redirect = (reply: FastifyReply, problem: string) => reply.redirect(`/?feil=${problem}`)

type OidcRoute = {
  readonly access: Access
  readonly oidc: Oidc
  readonly publicUrl: string | undefined
}

const startRoute = (app: App, { oidc, publicUrl }: OidcRoute): void => {
  const schema = {
    summary: 'Logg inn med jobbkonto',
    querystring: z.object({ to: z.string().optional() }),
    response: { 302: z.undefined() },
  }
  app.get('/api/session/oidc', { schema }, async (request, reply) => {
    const callback = callbackOf(request, publicUrl)
    callback.pathname = '/api/session/oidc/callback'
    callback.search = ''
    try {
      const { url, pending } = await oidc.start(callback.href, ownPath(request.query.to))
      request.oidcSession.set('oidc', pending)
      return await reply.redirect(url)
    } catch (error) {
      request.log.error({ err: error }, 'the OIDC provider did not answer')
      return redirect(reply, 'utilgjengelig')
    }
  })
}

const callbackRoute = (app: App, { access, oidc, publicUrl }: OidcRoute): void => {
  const { db, log, now } = access
  const schema = {
    summary: 'Tilbake fra innlogging med jobbkonto',
    // Providers may add parameters.
    querystring: z.looseObject({}),
    response: { 302: z.undefined() },
  }
  app.get('/api/session/oidc/callback', { schema }, async (request, reply) => {
    const pending = request.oidcSession.get('oidc')
    request.oidcSession.delete()
    const visitor = visitorOf(request)
    const fail = async (problem: string, reason: string) => {
      await log.write('authn_login_fail', nobody, visitor, { reason: `oidc: ${reason}` })
      return redirect(reply, problem)
    }
    if (!pending) return fail('avbrutt', 'not started here')
    try {
      const claims = await oidc.finish(callbackOf(request, publicUrl), pending)
      const found = await accountFor(access, claims, oidc.settings, visitor)
      if ('problem' in found)
        return await fail(found.problem === 'unknown' ? 'ukjent' : 'deaktivert', found.problem)
      const { account } = found
      await updateAccount(db, account.id, { lastLoginAt: now() })
      await signIn(access, request, account)
      await log.write('authn_login_success', account, visitor, { by: 'oidc' })
      return await reply.redirect(pending.to)
    } catch (error) {
      request.log.warn({ err: error }, 'an OIDC login was refused')
      return fail('avbrutt', 'answer not accepted')
    }
  })
}

/** The page shows a sentence for `?feil=`: utilgjengelig, avbrutt, ukjent, deaktivert. */
export const oidcRoutes = (
  access: Access,
  rules: Rules,
  oidc: Oidc,
  publicUrl?: string,
): Promise<void> =>
  rules.within('anyone', (app) => {
    startRoute(app, { access, oidc, publicUrl })
    callbackRoute(app, { access, oidc, publicUrl })
  })
