import {
  AccessDeniedError,
  DeadlineExceededError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
} from '@eventstore/db-client'
import { NotConnected } from './inside.ts'

/** What a failed append means for whether it was written. */
export type Verdict = 'not sent' | 'refused' | 'unknown'

const codeOf = (error: unknown): number | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number'
    ? error.code
    : undefined

const unavailable = 14

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

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
  const text = textOf(error)
  if ((codeOf(error) ?? unavailable) === unavailable && neverSent.test(text)) return 'not sent'
  return 'unknown'
}

export const isTimeout = (error: unknown): boolean => error instanceof DeadlineExceededError

/** Anything that is not the client's own class counts as well: it does not convert every failure. */
export const describe = textOf
