import { EventStoreDBClient } from '@eventstore/db-client'
import { withTimeout } from '#kernel/timeout.ts'
import { disconnect } from './client-internals.ts'
import { hardened, keepAliveTimeout } from './connection-string.ts'

const closeWithin = 2000

let opened = 0

const dispose = async (client: EventStoreDBClient): Promise<void> => {
  await client.dispose()
  await disconnect(client)
}

/**
 * A server handles 100 calls at a time per connection and silently queues the rest, so appends, reads and
 * subscriptions must not share one. grpc-js shares a connection between clients with equal settings, so each gets a
 * different timeout.
 */
export const createConnection = (connectionString: string) => {
  const connect = () =>
    EventStoreDBClient.connectionString(
      hardened(connectionString, keepAliveTimeout + (opened++ % 1000)),
    )
  let current = connect()
  const drop = (client: EventStoreDBClient) => dispose(client).catch(() => undefined)
  return {
    client: () => current,
    /** Drops a client whose connection does not answer. The next call gets a new one. */
    replace: (client: EventStoreDBClient): void => {
      if (client !== current) return
      current = connect()
      void drop(client)
    },
    // With a timeout, because a client only closes after it has found its leader.
    close: () => withTimeout(drop(current), closeWithin).catch(() => undefined),
  }
}

export type Connection = ReturnType<typeof createConnection>
