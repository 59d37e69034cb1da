import {
  NO_STREAM,
  WrongExpectedVersionError,
  type AppendResult,
  type Credentials,
  type EventData,
} from '@eventstore/db-client'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  OutcomeUnknown,
  StoreUnavailable,
  type Appended,
  type NewEvent,
  type Revision,
} from '#contracts/event-log.ts'
import { encode } from './encode.ts'
import { describe, isTimeout, verdictOn } from './errors.ts'
import type { Lane } from './lane.ts'
import { limiter } from './limiter.ts'

/** Below the 100 calls that a server takes at a time on one connection. */
const atATime = 80

type Options = { readonly deadlineMs: number; readonly credentials: Credentials }
type Try = { readonly stream: string; readonly events: EventData[]; readonly expected: Revision }

const shortest = 50

/**
 * Appends, and if the answer stays out, again: the same ids at the same revision are written once. The
 * credentials select the plain Append call, which alone has a deadline; where there is no TLS they are
 * not sent.
 */
export const appender = (lane: Lane, { deadlineMs, credentials }: Options) => {
  const calls = limiter(atATime)

  const attempt = async ({ stream, events, expected }: Try, withinMs: number) => {
    const client = lane.client()
    try {
      return await client.appendToStream(stream, events, {
        expectedRevision: expected === 'none' ? NO_STREAM : expected,
        credentials,
        deadline: withinMs,
      })
    } catch (error) {
      if (isTimeout(error)) lane.replace(client)
      throw error
    }
  }

  const untilKnown = async (asked: Try, end: number): Promise<Appended> => {
    let mayBeWritten = false
    let cause: unknown
    for (let round = 0; ; round++) {
      const left = end - Date.now()
      if (left < shortest) throw gaveUp(asked.stream, mayBeWritten, cause)
      try {
        return answer(await attempt(asked, Math.max(shortest, left * (round === 0 ? 0.6 : 0.5))))
      } catch (error) {
        if (error instanceof WrongExpectedVersionError) return conflict(error)
        const verdict = verdictOn(error)
        if (verdict === 'refused') throw error
        mayBeWritten ||= verdict === 'unknown'
        cause = error
        await sleep(Math.min(20 * 2 ** round, 500, Math.max(0, end - Date.now())) * Math.random())
      }
    }
  }

  return async (
    stream: string,
    events: readonly NewEvent[],
    expected: Revision,
  ): Promise<Appended> => {
    const asked = { stream, events: encode(stream, events), expected }
    const end = Date.now() + deadlineMs
    if (!(await calls.enter(deadlineMs))) throw gaveUp(stream, false, 'too many appends at a time')
    try {
      return await untilKnown(asked, end)
    } finally {
      calls.leave()
    }
  }
}

const answer = ({ nextExpectedRevision, position }: AppendResult): Appended => {
  if (!position) throw new Error('The store gave no position for an append')
  return { appended: true, position: position.commit, revision: nextExpectedRevision }
}

const conflict = ({ actualVersion }: WrongExpectedVersionError): Appended => ({
  appended: false,
  actual: typeof actualVersion === 'bigint' && actualVersion >= 0n ? actualVersion : 'none',
})

const gaveUp = (stream: string, mayBeWritten: boolean, cause: unknown): Error =>
  mayBeWritten
    ? new OutcomeUnknown(`No answer to an append to ${stream}: ${describe(cause)}`, { cause })
    : new StoreUnavailable(`Cannot append to ${stream}: ${describe(cause)}`, { cause })
