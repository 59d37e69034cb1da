import { join } from 'node:path'
import { jsonEvent } from '@eventstore/db-client'
import { test } from 'tap'
import { testClient, testStore } from '#infra/eventstore/testing/store.ts'
import { testDatabase } from '#kernel/testing/database.ts'
import { checkBackup } from './check.ts'
import { writeManifest } from './manifest.ts'
import { takeBackup } from './take.ts'

test('a copied log is intact, whatever characters its stream names contain', async (t) => {
  const store = await testStore(t)
  const client = testClient(t, store.url)
  for (const stream of ['componenttype-1', 'two lines\u2028of a name', 'and\u2029\r\nmore'])
    await client.appendToStream(stream, jsonEvent({ type: 'T', data: { text: '\u2028' } }))
  const folder = t.testdir({ copy: {}, data: {} })
  const copy = join(folder, 'copy')
  const source = {
    dataDir: join(folder, 'data'),
    main: await testDatabase(t),
    events: store.databaseUrl,
  }
  writeManifest(copy, await takeBackup({ ...source, filesElsewhere: false }, copy))
  const { faults, manifest } = await checkBackup(copy)
  t.same(faults, [])
  t.equal(manifest.log?.events, 4)
})
