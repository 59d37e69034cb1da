import { EventStoreDBClient } from '@eventstore/db-client'
import { testDatabase } from '#infra/postgres/for-tests.ts'
import type { Call } from '../server/call.ts'
import type { Handler } from '../server/grpc-server.ts'
import { startEventStore, type EventStore } from '../server/start.ts'

type Test = { readonly teardown: (end: () => Promise<void>) => unknown }

/** What a call is to meet instead of the server's own handler, which may yet be called. */
export type Misbehaviour = (call: Call, proper: Handler) => Promise<void>
export type Method = 'Append' | 'BatchAppend' | 'Read' | 'GetSupportedMethods'

export type TestStore = EventStore & {
  readonly databaseUrl: string
  /** From now on, for calls of one method; null: behave. */
  readonly misbehave: (method: Method, how: Misbehaviour | null) => void
  /** Calls that have not ended, of one method. */
  readonly open: (method: Method) => number
  /** Calls that ever came, of one method. */
  readonly calls: (method: Method) => number
}

/** An embedded store on a fresh database, stopped after the test. */
export const testStore = async (t: Test, port = 0): Promise<TestStore> => {
  const databaseUrl = await testDatabase(t)
  return storeOn(t, databaseUrl, port)
}

export const storeOn = async (
  t: Test,
  databaseUrl: string,
  port = 0,
  secret?: string,
): Promise<TestStore> => {
  const tricks = new Map<string, Misbehaviour>()
  const open = new Map<string, number>()
  const calls = new Map<string, number>()
  const count = (counts: Map<string, number>, method: string, by: number) =>
    counts.set(method, (counts.get(method) ?? 0) + by)
  const around = (path: string, proper: Handler): Handler => {
    const method = path.split('/').at(-1)!
    return async (call) => {
      count(open, method, 1)
      count(calls, method, 1)
      try {
        await (tricks.get(method)?.(call, proper) ?? proper(call))
      } finally {
        count(open, method, -1)
      }
    }
  }
  const store = await startEventStore({ databaseUrl, port, secret, durable: false, around })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= store.stop())
  t.teardown(stop)
  return {
    ...store,
    stop,
    databaseUrl,
    misbehave: (method, how) => void (how ? tricks.set(method, how) : tricks.delete(method)),
    open: (method) => open.get(method) ?? 0,
    calls: (method) => calls.get(method) ?? 0,
  }
}

/** The official client as it comes, disposed of after the test. */
export const testClient = (t: Test, url: string): EventStoreDBClient => {
  const client = EventStoreDBClient.connectionString(url)
  t.teardown(() => client.dispose())
  return client
}
