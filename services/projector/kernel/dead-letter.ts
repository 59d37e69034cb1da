import type { RecordedEvent } from '#contracts/event-log.ts'
import { howToSkip, placeOf, UnknownEvent } from '#contracts/parse-event.ts'
import { chainOf } from '#kernel/database-errors.ts'
import { isTransient } from '#kernel/transient-errors.ts'

/** An event that cannot be applied. The projector stops before it and never skips it by itself. */
export class DeadLetter extends Error {
  override readonly name = 'DeadLetter'
  readonly event: RecordedEvent
  constructor(event: RecordedEvent, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(`Event ${event.id} (${event.type}, ${event.stream}@${event.revision}): ${why}`, { cause })
    this.event = event
  }

  get reason(): string {
    return this.cause instanceof UnknownEvent
      ? this.cause.message
      : `En hendelse kan ikke leses inn i lesetabellene, som står stille fra og med den: ${placeOf(this.event)}. ${howToSkip(this.event)}`
  }
}

/** Another projector or a rebuild has changed the tables, so what was loaded is stale. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved'
  constructor() {
    super('The checkpoint was moved by someone else')
  }
}

/** True if a retry may succeed. */
export const maySucceedLater = (error: unknown): boolean =>
  chainOf(error).some((one) => one instanceof CheckpointMoved) || isTransient(error)
