import secureSession from '@fastify/secure-session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { digest, randomToken, type AccessKeys } from '../store/keys.ts'
import { absoluteLifetime } from './sessions.ts'

/** What the browser keeps, encrypted, between leaving for the provider and coming back. */
export type Pending = {
  readonly verifier: string
  readonly state: string
  readonly nonce: string
  readonly to: string
}

declare module '@fastify/secure-session' {
  interface SessionData {
    sid: string
    device: { id: string; accounts: readonly string[] }
    oidc: Pending
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    oidcSession: FastifyRequest['session']
    device: FastifyRequest['session']
  }
}

const oidcMinutes = 10
const deviceDays = 365

/**
 * The cookies hold a random id, which accounts the browser was signed in to before, and for ten minutes what
 * an OIDC login must remember; nothing else.
 * `suffix` tells copies on one machine apart: browsers do not keep cookies by port.
 */
export const registerCookies = async (
  app: FastifyInstance,
  { session: key }: AccessKeys,
  tls: boolean,
  suffix = '',
): Promise<void> => {
  const cookie = (name: string, expiry: number, sameSite: 'strict' | 'lax' = 'strict') => ({
    key: [...key],
    cookieName: tls ? `__Host-${name}` : `${name}${suffix}`,
    expiry,
    cookie: { path: '/', httpOnly: true, secure: tls, sameSite, maxAge: expiry },
  })
  await app.register(secureSession, [
    { sessionName: 'session', ...cookie('session', absoluteLifetime / 1000) },
    { sessionName: 'device', ...cookie('device', deviceDays * 86_400) },
    // The provider sends the browser back from another site, to which a strict cookie is not shown.
    { sessionName: 'oidcSession', ...cookie('oidc', oidcMinutes * 60, 'lax') },
  ])
}

/** The session id that came with a request. */
export const sidOf = (request: FastifyRequest): string | undefined => {
  const sid: unknown = request.session.get('sid')
  return typeof sid === 'string' ? sid : undefined
}

/** So many colleagues may share a computer; of more, the latest. */
const mostAccounts = 10

const named = (account: string): string => digest(account).toString('base64url')

/**
 * The id of a device that its browser proves to have been used for an account before, by its cookie (OWASP:
 * device cookies). Whoever guesses elsewhere cannot shut its owner out of it.
 */
export const deviceOf = ({ device }: FastifyRequest, account: string): string | null => {
  const known = device.get('device')
  return known?.accounts.includes(named(account)) ? known.id : null
}

/** From now on this browser is known for the account that has just been signed in to. */
export const rememberDevice = ({ device }: FastifyRequest, account: string): void => {
  const { id, accounts } = device.get('device') ?? { id: randomToken(), accounts: [] }
  const others = accounts.filter((known) => known !== named(account))
  device.set('device', { id, accounts: [named(account), ...others].slice(0, mostAccounts) })
}
