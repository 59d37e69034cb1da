import { EventStoreDBClient } from '@eventstore/db-client'
import { testDatabase } from '#infra/postgres/for-tests.ts'
import { startEventStore, type EventStore } from './server/start.ts'

type Test = { readonly teardown: (end: () => Promise<void>) => unknown }

export type TestStore = EventStore & { readonly databaseUrl: string }

/** An embedded store on a fresh database, stopped after the test. */
export const testStore = async (t: Test): Promise<TestStore> => {
  const databaseUrl = await testDatabase(t)
  const store = await startEventStore({ databaseUrl, durable: false })
  t.teardown(store.stop)
  return { ...store, databaseUrl }
}

/** The official client as it comes, disposed of after the test. */
export const testClient = (t: Test, url: string): EventStoreDBClient => {
  const client = EventStoreDBClient.connectionString(url)
  t.teardown(() => client.dispose())
  return client
}
