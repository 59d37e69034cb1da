import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { positionCookie, positionHeader } from '#contracts/answers.ts'
import { userHeader } from '#kernel/identity.ts'
import { requestIdHeader } from '#kernel/request-id.ts'
import { traceHeaders } from '#kernel/tracing.ts'
import { sessionOf } from '#access/rules.ts'
import { isPosition } from './positions.ts'
import { isQuery } from './upstream.ts'

/** Services receive no other headers: no cookies, addresses or invented ones. */
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

export const requestHeaders = (
  request: FastifyRequest,
  internalToken: string,
): Record<string, string> => {
  const headers: Record<string, string> = {
    'x-internal-token': internalToken,
    'x-user': userHeader(sessionOf(request).user),
    [requestIdHeader]: request.id,
  }
  for (const name of passed) {
    const value = request.raw.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  const length = request.headers['content-length']
  if (request.body instanceof Readable && length !== undefined) headers['content-length'] = length
  const position = request.cookies[positionCookie]
  if (isQuery(request.method, request.raw.url!) && isPosition(position))
    headers[positionHeader] ??= position
  traceHeaders(request, headers)
  return headers
}
