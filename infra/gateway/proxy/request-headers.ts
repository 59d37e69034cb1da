import type { IncomingHttpHeaders } from 'node:http'
import { positionHeader } from '#contracts/answers.ts'
import type { User } from '#contracts/access.ts'

/** What services get to see. Everything else stays here: cookies, addresses, what a client makes up. */
const passed = [
  'accept',
  'accept-encoding',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'if-range',
  'last-event-id',
  'range',
  positionHeader,
] as const

const encoded = new WeakMap<User, string>()

/** `x-user`, as the services read it. */
const userHeader = (user: User): string => {
  let header = encoded.get(user)
  if (header === undefined) {
    header = Buffer.from(JSON.stringify(user)).toString('base64url')
    encoded.set(user, header)
  }
  return header
}

export const requestHeaders = (
  from: IncomingHttpHeaders,
  user: User,
  internalToken: string,
  position: string | undefined,
): Record<string, string> => {
  const headers: Record<string, string> = {
    'x-internal-token': internalToken,
    'x-user': userHeader(user),
  }
  for (const name of passed) {
    const value = from[name]
    if (typeof value === 'string') headers[name] = value
  }
  if (headers[positionHeader] === undefined && position !== undefined)
    headers[positionHeader] = position
  return headers
}
