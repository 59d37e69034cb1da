import { randomUUID } from 'node:crypto'
import { addressOf } from './address.ts'
import { append } from './append.ts'
import { batchAppend } from './batch-append.ts'
import { deleteStream, tombstoneStream } from './delete.ts'
import { Engine } from './engine.ts'
import { gossip, supportedMethods } from './features.ts'
import { listen, type Handler } from './grpc-server.ts'
import { onlyWith } from './only-with.ts'
import { read } from './read.ts'
import { Store } from './store.ts'

export type EventStoreOptions = {
  /** A Postgres database for this alone. */
  readonly databaseUrl: string
  /** A loopback address: there is no TLS. */
  readonly host?: string
  readonly port?: number
  /** What a client must send as its connection name; without one every client is let in. */
  readonly secret?: string | undefined
  /** Refuses a Postgres that may lose what it has acknowledged. Only tests say false. */
  readonly durable?: boolean
  /** Tests let the server misbehave here. */
  readonly around?: (path: string, handler: Handler) => Handler
}

export type EventStore = {
  readonly port: number
  /** For the official client. */
  readonly url: string
  /** Writes that wait for their turn. */
  readonly waiting: () => number
  readonly stop: () => Promise<void>
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

export const startEventStore = async (options: EventStoreOptions): Promise<EventStore> => {
  const { databaseUrl, host = '127.0.0.1', port = 0, secret, durable = true } = options
  const { around = (_, handler) => handler } = options
  if (!loopback.has(host))
    throw new Error(
      `Hendelseslageret har ikke TLS og kan bare lytte på denne maskinen, ikke på ${host}. Bruk HOST=127.0.0.1.`,
    )
  const store = await Store.open({ url: databaseUrl, durable })
  const engine = await Engine.start(store)
  let listening = 0
  const service = '/event_store.client.streams.Streams'
  const handlers = new Map<string, Handler>([
    [`${service}/Append`, append(engine)],
    [`${service}/BatchAppend`, batchAppend(engine)],
    [`${service}/Read`, read(engine)],
    [`${service}/Delete`, deleteStream(engine)],
    [`${service}/Tombstone`, tombstoneStream(engine)],
    ['/event_store.client.server_features.ServerFeatures/GetSupportedMethods', supportedMethods],
    ['/event_store.client.gossip.Gossip/Read', gossip(randomUUID(), host, () => listening)],
  ])
  for (const [path, handler] of handlers) handlers.set(path, around(path, handler))
  const server = await listen(handlers, { host, port, admit: onlyWith(secret) }).catch(
    async (error: unknown) => {
      await store.close()
      throw error
    },
  )
  listening = server.port
  return {
    port: server.port,
    url: addressOf(host, server.port, secret),
    waiting: () => engine.waiting,
    stop: async () => {
      await engine.close()
      await server.stop()
      await store.close()
    },
  }
}
