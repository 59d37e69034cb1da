import { EventStoreDBClient } from '@eventstore/db-client'
import { withTimeout } from '#kernel/timeout.ts'
import { disconnect } from './client-internals.ts'
import { hardened, keepAliveTimeout } from './connection-string.ts'

export type Connection = {
  readonly client: () => EventStoreDBClient
  /** Gives up a client whose connection does not answer, so that the next call gets a fresh one. */
  readonly replace: (client: EventStoreDBClient) => void
  readonly close: () => Promise<void>
}

const closeWithin = 2000

let opened = 0

const dispose = async (client: EventStoreDBClient): Promise<void> => {
  await client.dispose()
  await disconnect(client)
}

/**
 * A client with a connection of its own. A server takes 100 calls at a time on one connection and lets
 * the rest wait without a word, so appends, reads and subscriptions must not share one. grpc-js gives
 * clients with equal settings the same connection, whence a different time-out for each.
 */
export const createConnection = (connectionString: string): Connection => {
  const connect = () =>
    EventStoreDBClient.connectionString(
      hardened(connectionString, keepAliveTimeout + (opened++ % 1000)),
    )
  let current = connect()
  const drop = (client: EventStoreDBClient) => dispose(client).catch(() => undefined)
  return {
    client: () => current,
    replace: (client) => {
      if (client !== current) return
      current = connect()
      void drop(client)
    },
    // A client that still looks for its leader is closed when it has found one.
    close: () => withTimeout(drop(current), closeWithin).catch(() => undefined),
  }
}
