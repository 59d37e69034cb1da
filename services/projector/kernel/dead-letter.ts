import type { RecordedEvent } from '#contracts/event-log.ts'
import { howToSkip, placeOf, UnknownEvent } from '#contracts/parse-event.ts'

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
