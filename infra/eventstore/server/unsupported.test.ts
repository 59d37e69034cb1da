import {
  persistentSubscriptionToAllSettingsFromDefaults,
  persistentSubscriptionToStreamSettingsFromDefaults,
  type EventStoreDBClient,
} from '@eventstore/db-client'
import { test } from 'tap'
import { testClient, testStore } from '../testing/store.ts'

const forStream = persistentSubscriptionToStreamSettingsFromDefaults
const forAll = persistentSubscriptionToAllSettingsFromDefaults

const firstOf = async (subscription: AsyncIterable<unknown>) => {
  for await (const event of subscription) return event
  return null
}

const calls: Readonly<Record<string, (client: EventStoreDBClient) => Promise<unknown>>> = {
  'create for a stream': (client) =>
    client.createPersistentSubscriptionToStream('a', 'g', forStream()),
  'create for $all': (client) => client.createPersistentSubscriptionToAll('g', forAll()),
  'update for a stream': (client) =>
    client.updatePersistentSubscriptionToStream('a', 'g', forStream()),
  'update for $all': (client) => client.updatePersistentSubscriptionToAll('g', forAll()),
  'delete for a stream': (client) => client.deletePersistentSubscriptionToStream('a', 'g'),
  'delete for $all': (client) => client.deletePersistentSubscriptionToAll('g'),
  'subscribe to a stream': (client) =>
    firstOf(client.subscribeToPersistentSubscriptionToStream('a', 'g')),
  'subscribe to $all': (client) => firstOf(client.subscribeToPersistentSubscriptionToAll('g')),
  'describe for a stream': (client) => client.getPersistentSubscriptionToStreamInfo('a', 'g'),
  'describe for $all': (client) => client.getPersistentSubscriptionToAllInfo('g'),
  'list for a stream': (client) => client.listPersistentSubscriptionsToStream('a'),
  'list for $all': (client) => client.listPersistentSubscriptionsToAll(),
  'list all': (client) => client.listAllPersistentSubscriptions(),
  'replay parked of a stream': (client) => client.replayParkedMessagesToStream('a', 'g'),
  'replay parked of $all': (client) => client.replayParkedMessagesToAll('g'),
  'restart the persistent subscriptions': (client) =>
    client.restartPersistentSubscriptionSubsystem(),
  'create a projection': (client) => client.createProjection('p', 'fromAll()'),
  'list projections': (client) => client.listProjections(),
  'restart the projections': (client) => client.restartSubsystem(),
}

test('what the store does not have is refused as unimplemented', async (t) => {
  const client = testClient(t, (await testStore(t)).url)
  for (const [what, call] of Object.entries(calls))
    await t.rejects(call(client), { code: 12, message: /UNIMPLEMENTED/ }, what)
})
