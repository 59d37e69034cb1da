import type { EventLog } from '#contracts/event-log.ts'
import { histogram } from '../../kernel/metrics.ts'

const appends = histogram('append_duration_seconds', 'Appends, until the event store answered', [
  'outcome',
])

/** A log whose appends are measured. */
export const measuredLog = (log: EventLog): EventLog => ({
  ...log,
  append: async (...asked) => {
    const end = appends.startTimer()
    try {
      const outcome = await log.append(...asked)
      end({ outcome: outcome.appended ? 'appended' : 'conflict' })
      return outcome
    } catch (error) {
      end({ outcome: error instanceof Error ? error.name : 'failed' })
      throw error
    }
  },
})
