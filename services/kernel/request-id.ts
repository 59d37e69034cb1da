import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** By it one request is known in every part: in logs, in refusals and beside the events that came of it. */
export const requestIdHeader = 'x-request-id'

const wellFormed = /^[\w.-]{8,64}$/

export const requestIdOf = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  mayGive = true,
): string => {
  const given = headers[requestIdHeader]
  return mayGive && typeof given === 'string' && wellFormed.test(given) ? given : randomUUID()
}
