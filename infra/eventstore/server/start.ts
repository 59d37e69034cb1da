import { addressOf } from '../protocol/address.ts'
import { startGrpcServer } from './grpc-server.ts'
import { Engine } from './log/engine.ts'
import { Store } from './log/store.ts'
import { streamsMethods, type StreamsMethods } from './methods/streams.ts'

export type EventStoreOptions = {
  readonly databaseUrl: string
  readonly host?: string
  readonly port?: number
  /** Clients send it as their connection name. Undefined lets everyone in. */
  readonly secret?: string | undefined
  /** Refuses a Postgres without fsync. False only in tests. */
  readonly durable?: boolean
  readonly around?: (methods: StreamsMethods) => StreamsMethods
}

export type EventStore = {
  readonly port: number
  readonly url: string
  readonly waiting: () => number
  readonly stop: () => Promise<void>
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

export const startEventStore = async (options: EventStoreOptions): Promise<EventStore> => {
  const { databaseUrl, host = '127.0.0.1', port = 0, secret, durable = true } = options
  const { around = (methods) => methods } = options
  if (!loopback.has(host))
    throw new Error(
      `Hendelseslageret har ikke TLS og kan bare lytte på denne maskinen, ikke på ${host}. Bruk HOST=127.0.0.1.`,
    )
  const store = await Store.open({ url: databaseUrl, durable })
  try {
    const engine = await Engine.start(store)
    const methods = around(streamsMethods(engine))
    const server = await startGrpcServer(methods, host, port, secret)
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
  } catch (error) {
    await store.close()
    throw error
  }
}
