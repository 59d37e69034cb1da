import { setTimeout as delay } from 'node:timers/promises'
import {
  StoreUnavailable,
  type EventLog,
  type Position,
  type RecordedEvent,
} from '#contracts/event-log.ts'
import { structureStream } from '#contracts/streams.ts'
import { UnknownEvent } from '#contracts/understood.ts'
import type { Model } from './model.ts'
import type { positions } from './positions.ts'

export type Following = {
  /** Resolves when the model has caught up with the log for the first time. */
  readonly ready: Promise<void>
  /** Why commands cannot be decided, for whoever operates the system; null when they can. */
  readonly failure: () => string | null
  readonly isReady: () => boolean
  /** What the model cannot take, and so stands before. */
  readonly fault: () => Error | null
  /** @throws when what the model knows is not enough to decide by: not yet, or not any more. */
  readonly mustFollow: () => void
  readonly stop: () => Promise<void>
}

type Options = {
  readonly after: Position | null
  /** Structure events wait until no decision of ours on the structure is under way. */
  readonly structureSettled: () => Promise<void> | undefined
  /** Why this log must not be followed, and how to ask until there is no reason. */
  readonly foreign?: { readonly reason: string; readonly ask: () => Promise<string | null> }
  readonly seen?: (events: readonly RecordedEvent[]) => void
  /** Told why it follows no more: an event that the model cannot take, or a log that was cut. */
  readonly onFault: (error: unknown) => void
  /** How long it stands before an event that it does not know, until it looks again. */
  readonly again?: number
}

const askAgain = 2_000
/** An event that is not known may be passed over by now, by the operator. */
const lookAgain = 30_000

/** Keeps the model at the end of the log. */
export const follow = (
  log: EventLog,
  model: Model,
  progress: ReturnType<typeof positions>,
  { after, structureSettled, foreign, seen, onFault, again = lookAgain }: Options,
): Following => {
  const ending = new AbortController()
  const first = Promise.withResolvers<void>()
  let isReady = false
  let fault: Error | null = foreign ? new StoreUnavailable(foreign.reason) : null
  let lost: string | null = null
  let handled = after

  const handle = async (events: readonly RecordedEvent[]) => {
    lost = null
    for (const event of events) {
      if (
        event.stream === structureStream &&
        Number(event.revision) > model.revisionOf(structureStream)
      )
        await structureSettled()
      model.apply(event)
    }
    seen?.(events)
    const last = events.at(-1)
    if (!last) return
    progress.advance(last.position)
    handled = last.position
  }

  /** Until an operator has said that the log is the right one after all, or another is there. */
  const untilKnown = async () => {
    if (!foreign) return
    let reason: string | null = foreign.reason
    while (reason !== null && !ending.signal.aborted) {
      await delay(askAgain, undefined, { signal: ending.signal }).catch(() => undefined)
      // A store that is away for a while says nothing of its log.
      reason = await foreign.ask().catch(() => foreign.reason)
      fault = reason === null ? null : new StoreUnavailable(reason)
    }
  }

  /** Stands before an event that it does not know, and looks again. What it has seen of its batch it knows. */
  const untilStopped = async (followOnce: () => Promise<void>) => {
    while (!ending.signal.aborted)
      try {
        return await followOnce()
      } catch (error) {
        if (!(error instanceof UnknownEvent)) throw error
        fault = error
        onFault(error)
        await delay(again, undefined, { signal: ending.signal }).catch(() => undefined)
      }
  }

  const following = untilKnown()
    .then(() =>
      untilStopped(() =>
        log.follow(handled, {
          handle,
          batchSize: 500,
          signal: ending.signal,
          lost: (problem) => {
            lost = problem
          },
          caughtUp: () => {
            lost = null
            fault = null
            isReady = true
            first.resolve()
          },
        }),
      ),
    )
    .catch((error: unknown) => {
      fault = new StoreUnavailable('Hendelsesloggen kan ikke følges lenger', { cause: error })
      onFault(error)
      first.reject(error)
    })
  // Whoever waits for it hears of it; nobody needs to.
  first.promise.catch(() => undefined)

  return {
    ready: first.promise,
    isReady: () => isReady && fault === null,
    failure: () => fault?.message ?? (isReady ? null : (lost ?? 'Hendelsesloggen leses.')),
    fault: () => fault,
    mustFollow: () => {
      if (fault) throw fault
      if (!isReady) throw new StoreUnavailable('The model has not caught up yet')
    },
    stop: async () => {
      ending.abort()
      await following
    },
  }
}
