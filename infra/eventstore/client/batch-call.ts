import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Appended } from '#contracts/event-log.ts'
import type { EncodedAppend } from './encode.ts'
import { inTime } from './in-time.ts'
import type { Duplex } from './inside.ts'
import { answerIn, correlationOf, request } from './batch-messages.ts'
import { together } from './together.ts'

/** One BatchAppend call, open for as many appends as come, each told apart by its correlation id. */
export type BatchCall = {
  /** False once the server or the network has ended it. */
  readonly isOpen: () => boolean
  readonly append: (asked: EncodedAppend, withinMs: number) => Promise<Appended>
  /** Takes no more, and ends when what is under way has been answered or given up. */
  readonly retire: () => void
}

/**
 * The call's own table of who waits: an answer that nobody waits for any more, or a second one, finds
 * no entry and harms nobody. (The client's own table is one for the whole process, and throws then.)
 */
export const batchCall = (call: Duplex): BatchCall => {
  type Waiting = {
    readonly settle: (response: BatchAppendResp) => void
    fail: (error: Error) => void
  }
  const waiting = new Map<string, Waiting>()
  let open = true
  let retired = false
  let unsent: Buffer[] = []

  const forget = (id: string) => {
    waiting.delete(id)
    if (retired && waiting.size === 0) call.cancel()
  }
  const send = () => {
    const messages = unsent
    unsent = []
    // That it is full needs no waiting: there are never more appends than the adapter lets through.
    if (open) call.write(together(messages))
  }
  const end = (error: Error) => {
    open = false
    const left = [...waiting.values()]
    waiting.clear()
    for (const { fail } of left) fail(error)
  }
  call
    .on('data', (response) => waiting.get(correlationOf(response))?.settle(response))
    // Stays on for good: an error without a listener ends the process.
    .on('error', end)
    // Also an end in good order leaves whoever still waits without an answer.
    .on('end', () => end(new Error('The server ended the call')))

  return {
    isOpen: () => open && !retired,
    retire: () => {
      retired = true
      if (waiting.size === 0) call.cancel()
    },
    append: async (asked, withinMs) => {
      if (!open) throw new Error('The call has ended')
      const { id, message } = request(asked, withinMs)
      const { promise, resolve: settle, reject: fail } = Promise.withResolvers<BatchAppendResp>()
      waiting.set(id, { settle, fail })
      // Whatever comes in the same turn of the event loop leaves with it.
      if (unsent.push(message) === 1) setImmediate(send)
      try {
        return answerIn(await inTime(promise, withinMs), asked.stream)
      } finally {
        forget(id)
      }
    },
  }
}
