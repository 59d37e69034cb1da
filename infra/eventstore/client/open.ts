import type { EventLog, StoredLog } from '#contracts/event-log.ts'
import { createAppender } from './append.ts'
import { createConnection } from './connection.ts'
import { checkAuthority, credentialsIn } from './connection-string.ts'
import { follow } from './follow.ts'
import { Reader } from './read.ts'

export type EventLogOptions = {
  /** An append ends within so many milliseconds, known or not. */
  readonly deadlineMs?: number
  /** A read fails if nothing comes for so long. */
  readonly idleMs?: number
  /** A follower looks so often whether it has missed anything. */
  readonly heartbeatMs?: number
  /** Told when a follower loses the store, and why. It comes back by itself. */
  readonly onTrouble?: (error: unknown) => void
}

/** The event log in EventStoreDB, KurrentDB or the embedded store; `esdb://` and `kurrentdb://` alike. */
export const openEventLog = (
  connectionString: string,
  options: EventLogOptions = {},
): EventLog & StoredLog & { readonly beside: StoredLog } => {
  const { deadlineMs = 3000, idleMs = 10_000, heartbeatMs = 5000 } = options
  const { onTrouble = () => undefined } = options
  checkAuthority(connectionString)
  const [appends, reads, follows] = [
    createConnection(connectionString),
    createConnection(connectionString),
    createConnection(connectionString),
  ]
  const reader = new Reader(reads, idleMs)
  const last = () => reader.last()
  const credentials = credentialsIn(connectionString)
  const appender = createAppender(appends, { deadlineMs, credentials })
  return {
    append: appender.append,
    read: (stream, from, limit) => reader.readStream(stream, from, limit),
    readAll: (after, limit) => reader.readAll(after, limit),
    readStored: (after, limit) => reader.readStored(after, limit),
    /** For who reads the whole log while `readAll` does: it is read once. */
    beside: { readStored: (after, limit) => reader.readBeside(after, limit) },
    last,
    follow: (after, follower) => follow(follows, after, follower, { last, heartbeatMs, onTrouble }),
    close: async () => {
      await appender.close()
      await Promise.all([appends.close(), reads.close(), follows.close()])
    },
  }
}
