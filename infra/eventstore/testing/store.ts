import { EventStoreDBClient } from '@eventstore/db-client'
import { testDatabase } from '#kernel/testing/database.ts'
import type { StreamsMethods } from '../server/methods/streams.ts'
import { startEventStore, type EventStore } from '../server/start.ts'

type Test = { readonly teardown: (end: () => Promise<void>) => unknown }

type Method = keyof StreamsMethods
export type CallOf<M extends Method> = Parameters<StreamsMethods[M]>[0]
type AnswerOf<M extends Method> = Awaited<ReturnType<StreamsMethods[M]>>

/** `proper` is the original method. */
type Misbehaviour<M extends Method> = (
  call: CallOf<M>,
  proper: (call: CallOf<M>) => Promise<AnswerOf<M>>,
) => Promise<AnswerOf<M>>

export type TestStore = EventStore & {
  readonly databaseUrl: string
  /** Null restores the original. */
  readonly misbehave: <M extends Method>(method: M, how: Misbehaviour<M> | null) => void
  readonly open: (method: Method) => number
  readonly calls: (method: Method) => number
}

type Untyped = (call: unknown, proper: (call: unknown) => Promise<unknown>) => Promise<unknown>

const intercept = () => {
  const overrides = new Map<Method, Untyped>()
  const open = new Map<Method, number>()
  const calls = new Map<Method, number>()
  const count = (counts: Map<Method, number>, method: Method, by: number) =>
    counts.set(method, (counts.get(method) ?? 0) + by)
  const wrap = (method: Method, proper: (call: unknown) => Promise<unknown>) => {
    return async (call: unknown) => {
      count(open, method, 1)
      count(calls, method, 1)
      try {
        return await (overrides.get(method)?.(call, proper) ?? proper(call))
      } finally {
        count(open, method, -1)
      }
    }
  }
  const around = (methods: StreamsMethods): StreamsMethods =>
    Object.fromEntries(
      Object.entries(methods).map(([method, proper]) => [
        method,
        wrap(method as Method, proper as never),
      ]),
    ) as StreamsMethods
  return { overrides, open, calls, around }
}

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
  const { overrides, open, calls, around } = intercept()
  const store = await startEventStore({ databaseUrl, port, secret, durable: false, around })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= store.stop())
  t.teardown(stop)
  return {
    ...store,
    stop,
    databaseUrl,
    misbehave: (method, how) =>
      void (how ? overrides.set(method, how as Untyped) : overrides.delete(method)),
    open: (method) => open.get(method) ?? 0,
    calls: (method) => calls.get(method) ?? 0,
  }
}

export const testClient = (t: Test, url: string): EventStoreDBClient => {
  const client = EventStoreDBClient.connectionString(url)
  t.teardown(() => client.dispose())
  return client
}
