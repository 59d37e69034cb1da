import { test } from 'tap'
import { replacedType } from '#infra/eventstore/replace-damaged.ts'
import { onDatabase } from '#infra/eventstore/testing/audited-store.ts'
import { someEvents } from '#infra/eventstore/testing/events.ts'
import { openLog } from '#infra/eventstore/testing/log.ts'
import { storeOn, testStore } from '#infra/eventstore/testing/store.ts'
import { findEvenIfDamaged } from './find-event.ts'

test('of several damaged events the first is found, and the others are refused by name until then', async (t) => {
  const store = await testStore(t)
  const log = openLog(t, store.url)
  await log.append('a', someEvents(9), 'none')
  const places = (await log.read('a')).map(({ position }) => String(position))
  await onDatabase(
    store.databaseUrl,
    'update events set record = set_byte(record, 60, get_byte(record, 60) # 4) where revision in (3, 6)',
  )
  // The store answers the newest events from memory.
  await store.stop()
  await storeOn(t, store.databaseUrl, store.port)
  const parts = { log, eventsDatabaseUrl: store.databaseUrl }
  const skip = `npm run events:skip -- ${places[3]}`
  await t.rejects(findEvenIfDamaged(parts, places[6]!), { message: new RegExp(skip) })
  for (const revision of [3, 6])
    t.match(await findEvenIfDamaged(parts, places[revision]!), {
      type: replacedType,
      revision: BigInt(revision),
    })
  t.match(await findEvenIfDamaged(parts, places[3]!), { type: replacedType }, 'also once more')
})
