import secureSession from '@fastify/secure-session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { digest, randomToken, type AccessKeys } from '../store/keys.ts'
import { absoluteLifetime } from './sessions.ts'

/** Kept in an encrypted cookie during the login at the provider. */
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

/** `suffix` separates instances on one host, because browsers share cookies between ports. */
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
    // The callback is a cross-site request, which does not send strict cookies.
    { sessionName: 'oidcSession', ...cookie('oidc', oidcMinutes * 60, 'lax') },
  ])
}

export const sidOf = (request: FastifyRequest): string | undefined => {
  const sid: unknown = request.session.get('sid')
  return typeof sid === 'string' ? sid : undefined
}

/** Colleagues who share a computer; the oldest is dropped. */
const mostAccounts = 10

const named = (account: string): string => digest(account).toString('base64url')

/** OWASP device cookie: wrong guesses elsewhere cannot lock the owner out on a known device. */
export const deviceOf = ({ device }: FastifyRequest, account: string): string | null => {
  const known = device.get('device')
  return known?.accounts.includes(named(account)) ? known.id : null
}

export const rememberDevice = ({ device }: FastifyRequest, account: string): void => {
  const { id, accounts } = device.get('device') ?? { id: randomToken(), accounts: [] }
  const others = accounts.filter((known) => known !== named(account))
  device.set('device', { id, accounts: [named(account), ...others].slice(0, mostAccounts) })
}
