import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The same id in the logs of all services, in refusals and in the metadata of events. */
export const requestIdHeader = 'x-request-id'

const wellFormed = /^[\w.-]{8,64}$/

export const requestIdOf = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  mayGive = true,
): string => {
  const given = headers[requestIdHeader]
  return mayGive && typeof given === 'string' && wellFormed.test(given) ? given : randomUUID()
}
