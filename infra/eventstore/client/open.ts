import type { EventLog, StoredLog } from '#contracts/event-log.ts'
import { createAppender } from './append.ts'
import { createConnection } from './connection.ts'
import { checkCaFile, credentialsIn } from './connection-string.ts'
import { follow } from './follow.ts'
import { Reader } from './read.ts'

export type EventLogOptions = {
  /** Milliseconds after which an append ends, even with an unknown outcome. */
  readonly deadlineMs?: number
  /** Milliseconds without an answer after which a read fails. */
  readonly idleMs?: number
  /** How often a follower checks whether it has missed events. */
  readonly heartbeatMs?: number
  /** The follower reconnects by itself. */
  readonly onTrouble?: (error: unknown) => void
}

export const openEventLog = (
  connectionString: string,
  options: EventLogOptions = {},
): EventLog & StoredLog & { readonly secondReader: StoredLog } => {
  const { deadlineMs = 3000, idleMs = 10_000, heartbeatMs = 5000 } = options
  const { onTrouble = () => undefined } = options
  checkCaFile(connectionString)
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
    /** For a second reader of the whole log: shares the pages that `readAll` fetches. */
    secondReader: { readStored: (after, limit) => reader.readSharing(after, limit) },
    last,
    follow: (after, follower) => follow(follows, after, follower, { last, heartbeatMs, onTrouble }),
    close: async () => {
      await appender.close()
      await Promise.all([appends.close(), reads.close(), follows.close()])
    },
  }
}
