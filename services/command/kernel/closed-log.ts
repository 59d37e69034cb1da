import type { EventLog } from '#contracts/event-log.ts'
import type { Disk } from '../../kernel/disk.ts'

/** Takes nothing while there is a fault: what was decided by a model that stands still may be wrong. */
export const closedBy = (fault: () => Error | null, disk: Disk, log: EventLog): EventLog => ({
  ...log,
  append: async (...asked) => {
    const found = fault()
    if (found) throw found
    disk.mustHaveRoom()
    return log.append(...asked)
  },
})
