import { jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { test } from 'tap'
import { openLog } from '../testing/log.ts'
import { storeOn, testClient, testStore } from '../testing/store.ts'

test('a stream with events, with only metadata, or deleted is not taken for new', async (t) => {
  const first = await testStore(t)
  const before = testClient(t, first.url)
  const one = () => jsonEvent({ type: 'T', data: {} })
  await before.setStreamMetadata('described', { maxCount: 2 })
  await before.tombstoneStream('gone')
  await before.appendToStream('there', one())
  await first.stop()
  // The second store has none of the first one's streams in its cache.
  const second = await storeOn(t, first.databaseUrl)
  const client = testClient(t, second.url)
  const streams = ['new-1', 'described', 'gone', 'there', 'new-2']
  const results = await Promise.allSettled(
    streams.map((name) =>
      client.appendToStream(name, [one(), one(), one()], { expectedRevision: NO_STREAM }),
    ),
  )
  t.same(
    results.map((result) => (result.status === 'fulfilled' ? 'done' : result.reason.type)),
    ['done', 'done', 'stream-deleted', 'wrong-expected-version', 'done'],
  )
  t.equal((await openLog(t, second.url).read('described')).length, 2)
})
