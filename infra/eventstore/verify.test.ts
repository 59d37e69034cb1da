import { randomUUID } from 'node:crypto'
import { test } from 'tap'
import { onConnection } from '#infra/postgres/databases.ts'
import { eventField } from './protocol/recorded-event.ts'
import { columns, recordOf, type Row } from './server/log/queries.ts'
import { checksum } from './server/log/record.ts'
import { someEvents } from './testing/events.ts'
import { openLog } from './testing/log.ts'
import { storeOn, testStore } from './testing/store.ts'
import { verifyStore } from './verify.ts'

const damages: Readonly<Record<string, string>> = {
  'a bit of the content': `update events set record = set_byte(record, octet_length(record) - 3, get_byte(record, octet_length(record) - 3) # 4) where revision = 4`,
  'the stream': `update events set stream = 'other' where revision = 4 and stream = 'a'`,
  'the revision': `update events set revision = 99 where revision = 4`,
  'the type': `update events set type = 'Other' where revision = 4`,
  'the id': `update events set id = '${randomUUID()}' where revision = 4`,
  'the position': `update events set position = position + 1 where revision = 4`,
  'the checksum': `update events set checksum = checksum # 1 where revision = 4`,
}

test('a damaged record is reported by verify and to its readers', async (t) => {
  for (const [what, change] of Object.entries(damages)) {
    const store = await testStore(t)
    const log = openLog(t, store.url)
    await log.append('a', someEvents(9), 'none')
    t.same(await verifyStore(store.databaseUrl), { events: 10, damages: [] })
    const fifth = (await log.read('a'))[4]!
    await store.stop()
    await onConnection(store.databaseUrl, (client) => client.query(change))
    const again = await storeOn(t, store.databaseUrl)
    const { damages: found } = await verifyStore(store.databaseUrl)
    t.ok(
      found.some(({ position }) => Math.abs(position - Number(fifth.position)) <= 1),
      what,
    )
    await t.rejects(openLog(t, again.url).readAll(null, 100), { message: /DATA_LOSS.*Record at/ })
  }
})

test('a log of an older release, which left empty fields out, is whole', async (t) => {
  const store = await testStore(t)
  await store.stop()
  await onConnection(store.databaseUrl, async (client) => {
    const first = { text: `select ${columns} from events`, rowMode: 'array' } as const
    const record = recordOf((await client.query<Row>(first)).rows[0]!)
    const noMetadata = record.bytes.lastIndexOf(Buffer.from([eventField.metadata, 0]))
    const bytes = Buffer.concat([
      record.bytes.subarray(0, noMetadata),
      record.bytes.subarray(noMetadata + 2),
    ])
    await client.query('update events set record = $1, checksum = $2', [
      bytes,
      checksum({ ...record, bytes }),
    ])
  })
  const again = await storeOn(t, store.databaseUrl)
  await openLog(t, again.url).append('a', someEvents(9), 'none')
  t.same(await verifyStore(store.databaseUrl), { events: 10, damages: [] })
})

test('a missing record is detected by its neighbours', async (t) => {
  const store = await testStore(t)
  await openLog(t, store.url).append('a', someEvents(9), 'none')
  await store.stop()
  await onConnection(store.databaseUrl, (client) =>
    client.query('delete from events where revision = 4'),
  )
  const { damages: found } = await verifyStore(store.databaseUrl)
  t.match(found, [
    { revision: '5', what: /mangler/ },
    { stream: 'a', what: /mangler en hendelse/ },
  ])
  const again = await storeOn(t, store.databaseUrl)
  await t.rejects(openLog(t, again.url).readAll(null, 100), { message: /DATA_LOSS/ })
})
