import { setTimeout as sleep } from 'node:timers/promises'
import type { Credentials } from '@eventstore/db-client'
import {
  OutcomeUnknown,
  StoreUnavailable,
  type Appended,
  type NewEvent,
  type Revision,
} from '#contracts/event-log.ts'
import { batchAppend } from './batch-append.ts'
import { encode, type EncodedAppend } from './encode.ts'
import { describe, verdictOn } from './errors.ts'
import type { Lane } from './lane.ts'
import { limiter } from './limiter.ts'
import { plainAppend } from './plain-append.ts'

/** Below the 100 calls that a server takes at a time on one connection. */
const atATime = 80

type Options = { readonly deadlineMs: number; readonly credentials: Credentials }

const shortest = 50

/**
 * Appends, and if the answer stays out, again: the same ids at the same revision are written once. The
 * first try goes over the BatchAppend call that all share, any further one is a call of its own.
 */
export const appender = (lane: Lane, { deadlineMs, credentials }: Options) => {
  const calls = limiter(atATime)
  const batch = batchAppend(lane)
  const plain = plainAppend(lane, credentials)

  const untilKnown = async (asked: EncodedAppend, end: number): Promise<Appended> => {
    let mayBeWritten = false
    let cause: unknown
    for (let round = 0; ; round++) {
      const left = end - Date.now()
      if (left < shortest) throw gaveUp(asked.stream, mayBeWritten, cause)
      try {
        return round === 0
          ? await batch.append(asked, Math.max(shortest, left * 0.6))
          : await plain(asked, Math.max(shortest, left * 0.5))
      } catch (error) {
        const verdict = verdictOn(error)
        if (verdict === 'refused') throw error
        mayBeWritten ||= verdict === 'unknown'
        cause = error
        await sleep(Math.min(20 * 2 ** round, 500, Math.max(0, end - Date.now())) * Math.random())
      }
    }
  }

  const append = async (
    stream: string,
    events: readonly NewEvent[],
    expected: Revision,
  ): Promise<Appended> => {
    const asked = encode(stream, events, expected)
    const end = Date.now() + deadlineMs
    if (!(await calls.enter(deadlineMs)))
      throw gaveUp(stream, false, 'too many appends at a time, or it was closed')
    try {
      return await untilKnown(asked, end)
    } finally {
      calls.leave()
    }
  }

  return {
    append,
    /** A call on a connection that is closed would be a crash: whoever is under way ends first. */
    close: async () => {
      await calls.close()
      batch.close()
    },
  }
}

const gaveUp = (stream: string, mayBeWritten: boolean, cause: unknown): Error =>
  mayBeWritten
    ? new OutcomeUnknown(`No answer to an append to ${stream}: ${describe(cause)}`, { cause })
    : new StoreUnavailable(`Cannot append to ${stream}: ${describe(cause)}`, { cause })
