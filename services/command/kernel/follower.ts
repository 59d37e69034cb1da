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
  /** Why the model no longer follows the log, if it does not. */
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
  readonly seen?: (events: readonly RecordedEvent[]) => void
  /** Told why it follows no more: an event that the model cannot take. */
  readonly onFault: (error: unknown) => void
}

/** Keeps the model at the end of the log. */
export const follow = (
  log: EventLog,
  model: Model,
  progress: ReturnType<typeof positions>,
  { after, structureSettled, seen, onFault }: Options,
): Following => {
  const ending = new AbortController()
  const first = Promise.withResolvers<void>()
  let isReady = false
  let fault: Error | null = null

  const handle = async (events: readonly RecordedEvent[]) => {
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
    if (last) progress.advance(last.position)
  }

  const following = log
    .follow(after, {
      handle,
      batchSize: 500,
      signal: ending.signal,
      caughtUp: () => {
        isReady = true
        first.resolve()
      },
    })
    .catch((error: unknown) => {
      fault =
        error instanceof UnknownEvent
          ? error
          : new StoreUnavailable('Hendelsesloggen kan ikke følges lenger', { cause: error })
      onFault(error)
      first.reject(error)
    })
  // Whoever waits for it hears of it; nobody needs to.
  first.promise.catch(() => undefined)

  return {
    ready: first.promise,
    isReady: () => isReady && fault === null,
    failure: () => fault?.message ?? null,
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
