import type { IncomingHttpHeaders } from 'node:http'
import { outcomeUnknown, refuse, type Refusal } from '#contracts/refusals.ts'
import { hasKey } from '../../../services/kernel/headers.ts'

const codeOf = (error: Error): unknown => ('code' in error ? error.code : undefined)

const notReached = ['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT', 'ENOTFOUND', 'EHOSTUNREACH']

/** The service never saw the request: nothing has happened, and asking again is safe. */
export const wasNotReached = (error: Error): boolean =>
  notReached.some((code) => code === codeOf(error))

/** What a broken connection means for whoever asked. */
export const failureOf = (
  error: Error,
  isCommand: boolean,
  headers: IncomingHttpHeaders,
): Refusal =>
  isCommand && !wasNotReached(error) ? outcomeUnknown(hasKey(headers)) : refuse('UNAVAILABLE')
