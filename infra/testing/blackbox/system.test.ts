import { test } from 'tap'
import { someEvents } from '../../eventstore/testing/events.ts'
import { openLog } from '../../eventstore/testing/log.ts'
import { testStore } from '../../eventstore/testing/store.ts'
import { systemFor } from './system.ts'

test('a log that is not empty is refused with a message, without waiting', async (t) => {
  const { url } = await testStore(t)
  await openLog(t, url).append('a', someEvents(1), 'none')
  await t.rejects(systemFor(t, { EVENTSTORE_URL: url }), { message: /is not empty/ })
})
