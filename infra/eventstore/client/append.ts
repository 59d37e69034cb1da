import { setTimeout as sleep } from 'node:timers/promises'
import {
  AccessDeniedError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
  type Credentials,
} from '@eventstore/db-client'
import { status, type ServiceError } from '@grpc/grpc-js'
import pLimit from 'p-limit'
import {
  OutcomeUnknown,
  StoreUnavailable,
  type Appended,
  type NewEvent,
  type Revision,
} from '#contracts/event-log.ts'
import { BatchAppender } from './batch-append.ts'
import { NotConnected } from './client-internals.ts'
import type { Connection } from './connection.ts'
import { encode, type EncodedAppend } from './encode.ts'
import { messageOf } from './explain-error.ts'
import { plainAppend } from './plain-append.ts'

/** The server handles 100 calls at a time per connection and queues the rest. */
const maxConcurrent = 80
const minTryMs = 50

type Verdict = 'not sent' | 'refused' | 'unknown'

/** Errors of calls that never reached a connection. */
const neverSent =
  /No connection established|Name resolution failed|Channel closed before call started|Channel has been shut down|Failed to discover/

const verdictOn = (error: unknown): Verdict => {
  const refused = [AccessDeniedError, StreamDeletedError, MaxAppendSizeExceededError]
  if (refused.some((kind) => error instanceof kind)) return 'refused'
  // This server did not write; the client looks up the leader for the next attempt.
  if (error instanceof NotLeaderError || error instanceof NotConnected) return 'not sent'
  const { code = status.UNAVAILABLE } = error as Partial<ServiceError>
  return code === status.UNAVAILABLE && neverSent.test(messageOf(error)) ? 'not sent' : 'unknown'
}

type Options = { readonly deadlineMs: number; readonly credentials: Credentials }

type Try = (append: EncodedAppend, round: number, leftMs: number) => Promise<Appended>

/** Retries until the outcome is known. This is safe: the same ids at the same revision are written once. */
const appendUntilKnown = async (
  tryOnce: Try,
  append: EncodedAppend,
  end: number,
): Promise<Appended> => {
  let mayBeWritten = false
  let cause: unknown = 'too many appends at a time'
  for (let round = 0; ; round++) {
    const left = end - Date.now()
    if (left < minTryMs) throw gaveUpError(append.stream, mayBeWritten, cause)
    try {
      return await tryOnce(append, round, left)
    } catch (error) {
      const verdict = verdictOn(error)
      if (verdict === 'refused') throw error
      mayBeWritten ||= verdict === 'unknown'
      cause = error
      await sleep(Math.min(20 * 2 ** round, 500, Math.max(0, end - Date.now())) * Math.random())
    }
  }
}

export const createAppender = (connection: Connection, { deadlineMs, credentials }: Options) => {
  const limit = pLimit(maxConcurrent)
  const batch = new BatchAppender(connection)
  const running = new Set<Promise<Appended>>()
  let closed = false

  const tryOnce: Try = (append, round, leftMs) =>
    round === 0
      ? batch.append(append, Math.max(minTryMs, leftMs * 0.6))
      : plainAppend(connection, credentials, append, Math.max(minTryMs, leftMs * 0.5))

  return {
    append: async (
      stream: string,
      events: readonly NewEvent[],
      expected: Revision,
    ): Promise<Appended> => {
      const append = encode(stream, events, expected)
      if (closed) throw gaveUpError(stream, false, 'the event log is closed')
      const end = Date.now() + deadlineMs
      const appended = limit(() => appendUntilKnown(tryOnce, append, end))
      running.add(appended)
      return appended.finally(() => running.delete(appended))
    },
    /** Waits for running appends, since a call on a closed connection crashes the process. */
    close: async () => {
      closed = true
      await Promise.allSettled(running)
      batch.close()
    },
  }
}

const gaveUpError = (stream: string, mayBeWritten: boolean, cause: unknown): Error =>
  mayBeWritten
    ? new OutcomeUnknown(`No answer to an append to ${stream}: ${messageOf(cause)}`, { cause })
    : new StoreUnavailable(`Cannot append to ${stream}: ${messageOf(cause)}`, { cause })
