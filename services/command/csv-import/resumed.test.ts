import { statSync, writeFileSync } from 'node:fs'
import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import type { StateSource } from '#command/kernel/read-side.ts'
import { asking } from '../../kernel/testing/asks.ts'
import { aService } from '#command/testing/service.ts'
import { doubtImports } from '#infra/backup/copy-imports.ts'
import { csvImport } from './csv-import.ts'
import { jobFolders } from './job-folder.ts'
import { knownJobs } from './known-jobs.ts'
import { aFolder, anImporter, asLeft, noAnswer } from './testing/importing.ts'

const many = (count: number) =>
  [
    'Beskrivelse;Leverandor art.nr;ITO art.nr',
    ...Array.from({ length: count }, (_, n) => `Del ${n};A-${n};K-${n}`),
  ].join('\n')

/** An import of 200 rows whose process died after some hundred, with what was said of it last. */
const cutOff = async (t: Parameters<typeof anImporter>[0]) => {
  const log = memoryLog()
  const dying = { ...log }
  const folder = aFolder(t)
  const { ask, send, imports } = await anImporter(t, { log: dying, folder, isLeft: true })
  let left = 100
  dying.append = (...args) => (left-- > 0 ? log.append(...args) : noAnswer())
  const { body } = await send('componenttypes', many(200), { dryRun: 'true' })
  const { importId: id } = body
  const { data } = (await ask('POST', `/api/csv-import/jobs/${id}/run`)).body
  t.match(data, { state: 'running', done: 0, finishedAt: null }, 'not where the dry run ended')
  const one = (await imports.jobs.find(id))!
  while (one.job.done < 100) await new Promise((go) => setTimeout(go, 2))
  const told = imports.jobs.answerOf(one).done
  t.ok(told <= (await imports.jobs.folders.read(id))!.done, 'what is told is saved')
  await imports.jobs.folders.save(one.job)
  return { log, folder: asLeft(t, folder), id }
}

test('after a crash an import goes on counting where it was', async (t) => {
  const { log, folder, id } = await cutOff(t)
  let open = Promise.withResolvers<void>()
  const waiting: typeof log = {
    ...log,
    append: async (...args) => {
      await open.promise
      return log.append(...args)
    },
  }
  const { imports, ended } = await anImporter(t, { log: waiting, folder })
  const one = (await imports.jobs.find(id))!
  const seen = [imports.jobs.answerOf(one).done]
  one.listeners.add(() => seen.push(imports.jobs.answerOf(one).done))
  open.resolve()
  t.match(await ended(id), { state: 'done', done: 200, answer: { summary: { created: 200 } } })
  t.equal(seen[0], 100)
  t.equal(seen.at(-1), 200)
  t.same(
    seen,
    seen.toSorted((a, b) => a - b),
    'it never falls',
  )
})

test('after a crash only rows that may have been under way are looked up in the log', async (t) => {
  const rows = 3_000
  const priced = (price: number) =>
    [
      'Beskrivelse;Leverandor art.nr;ITO art.nr;Kostpris;Prisfaktor',
      ...Array.from({ length: rows }, (_, n) => `Del ${n};A-${n};K-${n};${price};1`),
    ].join('\n')
  const log = memoryLog()
  const states: StateSource = async (_entity, ids) => {
    const found = await Promise.all(ids.map((id) => reader.commands.record(component, id)))
    return found.flatMap((one) => (one ? [{ ...one, revision: Number(one.revision) }] : []))
  }
  const reader = await aService(t, { log })
  const dying = { ...log }
  const folder = aFolder(t)
  const first = await anImporter(t, { log: dying, folder, isLeft: true, states })
  await first.send('componenttypes', priced(1))
  let left = 700
  dying.append = async (...args) => {
    if (left-- <= 0) return noAnswer()
    const outcome = await log.append(...args)
    // The last that were written were never answered.
    return left < 30 ? noAnswer() : outcome
  }
  const { body } = await first.send('componenttypes', priced(2), { dryRun: 'true' })
  await first.ask('POST', `/api/csv-import/jobs/${body.importId}/run`)
  while (left > 0) await new Promise((go) => setTimeout(go, 2))

  let reads = 0
  const read: typeof log.read = (stream, from) => {
    if (stream.startsWith('componenttype')) reads++
    return log.read(stream, from)
  }
  const second = await anImporter(t, { log: { ...log, read }, folder: asLeft(t, folder), states })
  t.match(await second.ended(body.importId), { answer: { summary: { updated: rows, failed: 0 } } })
  const prices = log.events.filter(({ metadata }) => metadata['import'] === body.importId)
  t.equal(prices.length, rows, 'each once')
  t.ok(reads <= 1_200, `${reads} streams were read for ${rows} rows`)
})

test('an import that knows less than the log, as in a backup, does nothing twice', async (t) => {
  const { log, folder, id } = await cutOff(t)
  const { journal } = jobFolders(folder).paths(id)
  writeFileSync(journal, Buffer.alloc(statSync(journal).size))
  await doubtImports(folder)
  const { ended } = await anImporter(t, { log, folder })
  t.match(await ended(id), { state: 'done', done: 200, answer: { summary: { created: 200 } } })
  const made = log.events.filter(({ type }) => type === 'ItemRegistered')
  t.equal(made.length, 200)
})

test('who asked for an import before it was taken up again follows it on', async (t) => {
  const { folder, id } = await cutOff(t)
  const known = knownJobs(jobFolders(folder))
  const asked = await known.find(id)
  const { interrupted } = await known.leftBehind(Date.now())
  t.equal(interrupted[0], asked)
})

test('nothing is run or taken back before the service knows the log', async (t) => {
  const service = await aService(t)
  const never = new Promise<never>(() => undefined)
  await csvImport({ ...service, ready: never }, { log: service.log, folder: aFolder(t) })
  for (const what of ['run', 'undo']) {
    const url = `/api/csv-import/jobs/9d4f3a5e-5d5c-4d0e-8d67-0d3f6ac5b111/${what}`
    const { statusCode } = await service.app.inject({ method: 'POST', url, headers: asking() })
    t.equal(statusCode, 503)
  }
})
