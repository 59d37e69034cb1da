import {
  AccessDeniedError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
} from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'
import { NotConnected } from './client-internals.ts'

/** What a failed append means for whether it was written. */
export type Verdict = 'not sent' | 'refused' | 'unknown'

/** Anything that is not the client's own class counts as well: it does not convert every failure. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

const codeOf = (error: unknown): number | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number'
    ? error.code
    : undefined

/** What grpc-js and the client's discovery say of calls that never reached a connection. */
const neverSent = new RegExp(
  [
    'No connection established',
    'Name resolution failed',
    'Channel closed before call started',
    'Channel has been shut down',
    'Failed to discover',
  ].join('|'),
)

export const verdictOn = (error: unknown): Verdict => {
  const refused = [AccessDeniedError, StreamDeletedError, MaxAppendSizeExceededError]
  if (refused.some((kind) => error instanceof kind)) return 'refused'
  // The leader was elsewhere: the client goes there next, and this server did nothing.
  if (error instanceof NotLeaderError || error instanceof NotConnected) return 'not sent'
  const isUnavailable = (codeOf(error) ?? status.UNAVAILABLE) === status.UNAVAILABLE
  return isUnavailable && neverSent.test(messageOf(error)) ? 'not sent' : 'unknown'
}
