import {
  jsonEvent,
  NO_STREAM,
  persistentSubscriptionToStreamSettingsFromDefaults,
  START,
} from '@eventstore/db-client'
import { test, type Test } from 'tap'
import { testDatabase } from '#kernel/testing/database.ts'
import { someEvents } from '../testing/events.ts'
import { openLog } from '../testing/log.ts'
import { storeOn, testClient } from '../testing/store.ts'
import { addressOf } from '../protocol/address.ts'

const secret = 'only-the-parts-know'

const closedStore = async (t: Test) => storeOn(t, await testDatabase(t), 0, secret)

const event = () => jsonEvent({ type: 'T', data: {} })

test('a client with the secret can use every method', async (t) => {
  const store = await closedStore(t)
  t.match(store.url, secret)
  const log = openLog(t, store.url)
  await log.append('ours', someEvents(3), 'none')
  t.equal((await log.read('ours')).length, 3)
  t.equal((await log.readAll(null, 10)).length, 3)
  const followed = new AbortController()
  await log.follow(null, {
    signal: followed.signal,
    handle: async () => followed.abort(),
  })

  const official = testClient(t, store.url)
  await official.appendToStream('official', [event()], { expectedRevision: NO_STREAM })
  await official.appendToStream('official', [event()], {
    credentials: { username: 'plain', password: 'append' },
  })
  for await (const read of official.readStream('official', { fromRevision: START }))
    t.equal(read.event?.type, 'T')
  for await (const heard of official.subscribeToAll()) {
    t.ok(heard.event)
    break
  }
  await official.deleteStream('official')
  await official.tombstoneStream('ours')
})

test('a client without the secret can use none', async (t) => {
  const store = await closedStore(t)
  await openLog(t, store.url).append('ours', someEvents(1), 'none')
  const strangers = [undefined, 'another-secret', `${secret}x`]
  for (const name of strangers) {
    const client = testClient(t, addressOf('127.0.0.1', store.port, name))
    const refused = { message: /Unauthenticated/ }
    const reading = async (read: AsyncIterable<unknown>) => {
      for await (const _ of read) return
    }
    await t.rejects(reading(client.readAll()), refused)
    await t.rejects(reading(client.readStream('ours')), refused)
    await t.rejects(reading(client.subscribeToAll()), refused)
    await t.rejects(client.appendToStream('ours', [event()]), refused)
    await t.rejects(
      client.appendToStream('ours', [event()], { credentials: { username: 'a', password: 'b' } }),
      refused,
    )
    await t.rejects(client.deleteStream('ours'), refused)
    await t.rejects(client.tombstoneStream('ours'), refused)
    await t.rejects(
      client.createPersistentSubscriptionToStream(
        'ours',
        'group',
        persistentSubscriptionToStreamSettingsFromDefaults(),
      ),
      refused,
    )
  }
  t.equal((await openLog(t, store.url).read('ours')).length, 1)
})
