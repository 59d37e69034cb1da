import type { RecordedEvent } from '#contracts/event-log.ts'
import { UnknownEvent } from '#contracts/understood.ts'

/** An event that cannot be applied. It is never skipped: the projector stops at it. */
export class PoisonEvent extends Error {
  override readonly name = 'PoisonEvent'
  readonly event: RecordedEvent
  constructor(event: RecordedEvent, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(`Event ${event.id} (${event.type}, ${event.stream}@${event.revision}): ${why}`, { cause })
    this.event = event
  }

  /** For whoever operates the system. */
  get reason(): string {
    const { id, type, stream } = this.event
    return this.cause instanceof UnknownEvent
      ? this.cause.message
      : `Hendelsen ${id} (${type} i ${stream}) kan ikke leses inn i lesetabellene.`
  }
}

/** Another projector, or a rebuild, has moved the tables on. What was loaded from them is out of date. */
export class SteppedAside extends Error {
  override readonly name = 'SteppedAside'
  constructor() {
    super('The checkpoint was moved by someone else')
  }
}

// Classes of Postgres errors that are about the server's state, not about the data.
const passing = new Set(['08', '25', '40', '53', '55', '57', '58'])
const broken = /^(Connection|Backend|StatementTimeout|StatementCancelled|IdleTransaction)/
const network = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/

/** Will the same batch perhaps succeed later? */
export const isPassing = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : ''
    if (at instanceof SteppedAside || at.name === 'StoreUnavailable') return true
    if (broken.test(at.constructor.name) || network.test(code)) return true
    if (/^[0-9A-Z]{5}$/.test(code) && passing.has(code.slice(0, 2))) return true
    if (/connection terminated|timeout exceeded when trying to connect/i.test(at.message))
      return true
  }
  return false
}
