import type { EventStoreDBClient } from '@eventstore/db-client'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { decodeAnswer, type Answer } from './decode-answer.ts'
import { openRead, type Incoming } from './inside.ts'

export type ReadCall = {
  readonly pause: () => void
  readonly resume: () => void
  /** Neither answer nor end comes after this. A call that is merely left holds its place for ever. */
  readonly cancel: () => void
}

export type Listener = {
  readonly answer: (answer: Answer) => void
  /** With an error, or in good order. */
  readonly end: (error?: unknown) => void
}

/** One Read call, which opens by and by. */
export const readCall = (
  client: EventStoreDBClient,
  request: ReadReq,
  { answer, end }: Listener,
): ReadCall => {
  let call: Incoming<Answer> | undefined
  let cancelled = false
  const ended = (error?: unknown) => {
    if (!cancelled) end(error)
  }
  // As the client does it: gRPC does not bear it while it hands over an answer.
  const cancelSoon = () => setImmediate(() => call?.cancel())

  openRead(client, request, decodeAnswer).then((opened) => {
    call = opened
      .on('data', (one) => {
        if (!cancelled) answer(one)
      })
      // Stays on for good: an error without a listener ends the process.
      .on('error', ended)
      .on('end', () => ended())
    if (cancelled) cancelSoon()
  }, ended)

  return {
    pause: () => call?.pause(),
    resume: () => call?.resume(),
    cancel: () => {
      cancelled = true
      cancelSoon()
    },
  }
}
