import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-fs'
import { test } from 'tap'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { startImporter, aPlace, asLeft, noAnswer } from '../testing/importing.ts'
import { intoOldFormat } from '../testing/old-format.ts'
import { expected, imported, withoutIds } from '../testing/undo-examples.ts'

const golden = join(import.meta.dirname, '../../../infra/testing/blackbox/golden/0.1.0.tar.zst')

test('an import that a release before kept in files is shown, and kept in tables from then on', async (t) => {
  const { folder, database } = await aPlace(t)
  await pipeline(createReadStream(golden), createZstdDecompress(), extract(folder))
  const place = { folder: join(folder, 'imports'), database }
  for (const start of ['the first', 'the second']) {
    const { imports } = await startImporter(t, { place })
    t.match(
      await imports.jobs.list(),
      [
        {
          state: 'done',
          entity: 'suppliers',
          rows: 1,
          done: 1,
          answer: { summary: { created: 1 } },
        },
      ],
      `at ${start} start`,
    )
    const [id] = readdirSync(place.folder)
    t.same(readdirSync(join(place.folder, id!)).toSorted(), ['faulty.csv', 'upload.csv'])
  }
})

test('an import of a release before is taken back as it would have been there', async (t) => {
  const log = memoryLog()
  const before = await imported(t, { log, isLeft: true })
  await intoOldFormat(before)
  const { ask, ended } = await startImporter(t, { log, place: await asLeft(t, before) })
  await ask('POST', `/api/csv-import/jobs/${before.id}/undo`)
  t.same(withoutIds((await ended(before.id)).undo), expected)
})

test('an import that a release before left half done goes on, and does nothing twice', async (t) => {
  const log = memoryLog()
  const dying = { ...log }
  const before = await startImporter(t, { log: dying, isLeft: true })
  const lines = Array.from({ length: 600 }, (_, n) => `Del ${n};A-${n};K-${n}`)
  const file = ['Beskrivelse;Leverandor art.nr;ITO art.nr', ...lines].join('\n')
  const { body } = await before.send('componenttypes', file, { dryRun: 'true' })
  let left = 550
  dying.append = (...args) => (left-- > 0 ? log.append(...args) : noAnswer())
  await before.ask('POST', `/api/csv-import/jobs/${body.importId}/run`)
  while (left > 0) await new Promise((go) => setTimeout(go, 5))
  await intoOldFormat(before)

  const { ended } = await startImporter(t, { log, place: await asLeft(t, before) })
  t.match(await ended(body.importId), { state: 'done', answer: { summary: { created: 600 } } })
  t.equal(log.events.length, 600, 'each once')
})
