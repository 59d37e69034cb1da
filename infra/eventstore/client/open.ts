import type { EventLog, Follower, Position, StoredLog } from '#contracts/event-log.ts'
import { pause } from '#kernel/timeout.ts'
import { createAppender } from './append.ts'
import { createConnection, type Connection } from './connection.ts'
import { checkCaFile, credentialsIn } from './connection-string.ts'
import { storeProblem } from './explain-error.ts'
import { Reader } from './read.ts'
import { Subscription } from './subscription.ts'

type Following = {
  readonly last: () => Promise<Position | null>
  readonly heartbeatMs: number
  readonly onTrouble: (error: unknown) => void
}

const minWait = 100
const maxWait = 5000

/** When a subscription ends, starts a new one after the last handled event. */
const follow = async (
  connection: Connection,
  after: Position | null,
  follower: Follower,
  { last, heartbeatMs, onTrouble }: Following,
): Promise<void> => {
  const { signal } = follower
  let handled = after
  let wait = minWait
  const onHandled = (position: Position) => {
    handled = position
    wait = minWait
  }
  while (!signal.aborted) {
    const client = connection.client()
    const options = { client, after: handled, follower, last, heartbeatMs, onHandled }
    const ended = await Subscription.run(options)
    if (ended.by === 'signal') return
    if (ended.by === 'handler' || ended.by === 'cut') throw ended.error
    if (ended.by === 'stall') connection.replace(client)
    follower.lost?.(storeProblem(ended.error))
    onTrouble(ended.error)
    await pause(wait * (0.5 + Math.random() / 2), signal)
    wait = Math.min(wait * 2, maxWait)
  }
}

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
