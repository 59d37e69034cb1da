import type { EventLog } from '#contracts/event-log.ts'
import { appender } from './append.ts'
import { follower, type Trouble } from './follow.ts'
import { checkAuthority, credentialsIn, openLane } from './lane.ts'
import { reader } from './read.ts'

export type EventLogOptions = {
  /** An append ends within so many milliseconds, known or not. */
  readonly deadlineMs?: number
  /** A read fails if nothing comes for so long. */
  readonly idleMs?: number
  /** A follower looks so often whether it has missed anything. */
  readonly heartbeatMs?: number
  /** Told when a follower loses the store, and why. It comes back by itself. */
  readonly onTrouble?: Trouble
}

/** The event log in EventStoreDB, KurrentDB or the embedded store; `esdb://` and `kurrentdb://` alike. */
export const openEventLog = (connectionString: string, options: EventLogOptions = {}): EventLog => {
  const { deadlineMs = 3000, idleMs = 10_000, heartbeatMs = 5000 } = options
  const { onTrouble = () => undefined } = options
  checkAuthority(connectionString)
  const lanes = [0, 1, 2].map(() => openLane(connectionString))
  const [appends, reads, follows] = lanes as [
    (typeof lanes)[0],
    (typeof lanes)[0],
    (typeof lanes)[0],
  ]
  const { readStream, readAll, last } = reader(reads, idleMs)
  const credentials = credentialsIn(connectionString)
  const { append, close } = appender(appends, { deadlineMs, credentials })
  return {
    append,
    read: readStream,
    readAll,
    last,
    follow: follower(follows, { last, heartbeatMs, onTrouble }),
    close: async () => {
      await close()
      await Promise.all(lanes.map((lane) => lane.close()))
    },
  }
}
