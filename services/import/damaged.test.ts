import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type Test } from 'tap'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { aPlace, startImporter, asLeft, noAnswer } from './testing/importing.ts'

const suppliers = (name: string) => `Navn,Ordre e-post,Kontaktperson\n${name},a@b.no,Per Hansen\n`
const components = 'Beskrivelse;Leverandor art.nr\nSkrue;A-1\nMutter;A-2\n'

/** Three imports of which a power cut spoilt the second, and another that was interrupted. */
const afterPowerCut = async (t: Test, spoilt: string) => {
  const place = await aPlace(t)
  const log = memoryLog()
  const dying = { ...log }
  const first = await startImporter(t, { log: dying, place, isLeft: true })
  const ids = []
  for (const name of ['Ahlsell', 'Onninen', 'Solar'])
    ids.push((await first.send('suppliers', suppliers(name))).body.importId)
  const { body } = await first.send('componenttypes', components, { dryRun: 'true' })
  dying.append = noAnswer
  await first.ask('POST', `/api/csv-import/jobs/${body.importId}/run`)
  const isBegun = async () =>
    (await first.imports.jobs.repository.read(body.importId))?.state === 'running'
  while (!(await isBegun())) await new Promise((go) => setTimeout(go, 5))
  await writeFile(join(place.folder, ids[1]!, 'job.json'), spoilt)
  await mkdir(join(place.folder, 'lost+found'))
  return {
    ...(await startImporter(t, { log, place: await asLeft(t, first) })),
    interrupted: body.importId,
    ids,
  }
}

const isHeldIn = (folder: string, text: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some((one) => readFileSync(join(one.parentPath, one.name), 'utf8').includes(text))

test('an import that cannot be read is set aside, and stops neither others nor erasure', async (t) => {
  for (const spoilt of ['', '\0\0\0\0', 'null', '{}', '{"id":"x"', '[]']) {
    const importer = await afterPowerCut(t, spoilt)
    const { ask, ended, call, ids, interrupted } = importer
    const { folder } = importer.place
    t.match(await ended(interrupted), { state: 'done', done: 2 }, `after ${JSON.stringify(spoilt)}`)
    const { status, body } = await ask('GET', '/api/csv-import/jobs')
    const listed = body.data as unknown as readonly { readonly id: string }[]
    t.equal(status, 200)
    t.same(new Set(listed.map(({ id }) => id)), new Set([ids[0], ids[2], interrupted]))
    t.equal((await ask('GET', `/api/csv-import/jobs/${ids[1]}`)).status, 404)
    t.match(await readdir(join(folder, 'unreadable')), [new RegExp(`^${ids[1]} `)])

    t.equal((await call('DELETE', '/api/suppliers/1/contact')).status, 200)
    const kept = () => readdirSync(folder).filter((name) => name !== 'lost+found')
    while (kept().length > 1) await new Promise((go) => setTimeout(go, 5))
    t.equal(isHeldIn(folder, 'Per Hansen'), false, 'nothing holds what was erased')
    t.match(await ended(interrupted), { state: 'done' }, 'other imports are kept')
  }
})
