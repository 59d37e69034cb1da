import type { FastifyRequest } from 'fastify'
import { digest, randomToken } from './keys.ts'

declare module 'fastify' {
  interface FastifyRequest {
    device: FastifyRequest['session']
  }
}

declare module '@fastify/secure-session' {
  interface SessionData {
    device: { id: string; accounts: readonly string[] }
  }
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
