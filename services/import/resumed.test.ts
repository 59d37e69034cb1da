import { test } from 'tap'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { asUser } from '#kernel/testing/requests.ts'
import { createTestService } from '#command/testing/service.ts'
import { createPool, sql } from 'slonik'
import {
  aPlace,
  startImporter,
  asLeft,
  mountImports,
  noAnswer,
  type Place,
} from './testing/importing.ts'

const many = (count: number) =>
  [
    'Beskrivelse;Leverandor art.nr;ITO art.nr',
    ...Array.from({ length: count }, (_, n) => `Del ${n};A-${n};K-${n}`),
  ].join('\n')

/** An import of 200 rows whose process died after some hundred, with what was said of it last. */
const cutOff = async (t: Parameters<typeof startImporter>[0]) => {
  const log = memoryLog()
  const dying = { ...log }
  const first = await startImporter(t, { log: dying, isLeft: true })
  const { ask, send, imports } = first
  let left = 100
  dying.append = (...args) => (left-- > 0 ? log.append(...args) : noAnswer())
  const { body } = await send('componenttypes', many(200), { dryRun: 'true' })
  const { importId: id } = body
  const { data } = (await ask('POST', `/api/csv-import/jobs/${id}/run`)).body
  t.match(data, { state: 'running', done: 0, finishedAt: null }, 'not where the dry run ended')
  const one = (await imports.jobs.find(id))!
  while (one.job.done < 100) await new Promise((go) => setTimeout(go, 2))
  const told = imports.jobs.answerOf(one).done
  t.ok(told <= (await imports.jobs.repository.read(id))!.done, 'what is told is saved')
  await imports.jobs.repository.save(one.job)
  return { log, place: await asLeft(t, first), id }
}

const forgetRows = async ({ database }: Place) => {
  const pool = await createPool(database)
  await pool.query(sql.unsafe`delete from import.row`)
  await pool.end()
}

test('after a crash an import goes on counting where it was', async (t) => {
  const { log, place, id } = await cutOff(t)
  let open = Promise.withResolvers<void>()
  const waiting: typeof log = {
    ...log,
    append: async (...args) => {
      await open.promise
      return log.append(...args)
    },
  }
  const { imports, ended } = await startImporter(t, { log: waiting, place })
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

test('after a crash rows that were written but never answered are not written again', async (t) => {
  const rows = 3_000
  const priced = (price: number) =>
    [
      'Beskrivelse;Leverandor art.nr;ITO art.nr;Kostpris;Prisfaktor',
      ...Array.from({ length: rows }, (_, n) => `Del ${n};A-${n};K-${n};${price};1`),
    ].join('\n')
  const log = memoryLog()
  const dying = { ...log }
  const first = await startImporter(t, { log: dying, isLeft: true })
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

  const second = await startImporter(t, { log, place: await asLeft(t, first) })
  const account = { summary: { updated: rows, failed: 0 }, priceChangeCount: rows }
  t.match(await second.ended(body.importId), { answer: account }, 'and their prices are told')
  const prices = log.events.filter(({ metadata }) => metadata['import'] === body.importId)
  t.equal(prices.length, rows, 'each once')
})

test('after a crash a row that was written but never answered is told as it was planned', async (t) => {
  const head = 'Beskrivelse;Leverandor art.nr;ITO art.nr;Leverandor;Kostpris;Prisfaktor'
  const before = `${head}\nSkrue;A-1;K-1;Nordlys;10;1\nMutter;A-2;K-2;Nordlys;4;1`
  const file = `${head}\nSkrue;B-1;K-1;Sørvik;9;1\nMutter;A-2;K-2;Nordlys;40;1\nSkive;A-3;K-3;;1;7\n`
  const once = await startImporter(t)
  await once.send('componenttypes', before)
  const { importId: _once, ...uninterrupted } = (await once.send('componenttypes', file)).body
  t.equal(uninterrupted.warningCount, 2)

  const log = memoryLog()
  const dying = { ...log }
  const first = await startImporter(t, { log: dying, isLeft: true })
  await first.send('componenttypes', before)
  const { body } = await first.send('componenttypes', file, { dryRun: 'true' })
  let rows = 0
  dying.append = async (stream, ...args) => {
    const outcome = await log.append(stream, ...args)
    if (!stream.startsWith('componenttype-')) return outcome
    rows++
    return noAnswer()
  }
  await first.ask('POST', `/api/csv-import/jobs/${body.importId}/run`)
  while (rows < 3) await new Promise((go) => setTimeout(go, 2))

  const second = await startImporter(t, { log, place: await asLeft(t, first) })
  const { importId: _resumed, ...resumed } = (await second.ended(body.importId)).answer!
  t.same({ ...resumed, changes: [], changeCount: 0 }, uninterrupted)
})

test('an import that knows less than the log, as in a backup, does nothing twice', async (t) => {
  const { log, place, id } = await cutOff(t)
  await forgetRows(place)
  const { ended } = await startImporter(t, { log, place })
  t.match(await ended(id), { state: 'done', done: 200, answer: { summary: { created: 200 } } })
  const made = log.events.filter(({ type }) => type === 'ItemRegistered')
  t.equal(made.length, 200)
})

test('who asked for an import before it was taken up again follows it on', async (t) => {
  const { log, place, id } = await cutOff(t)
  const service = await createTestService(t, { log })
  const ready = Promise.withResolvers<void>()
  const { imports, pool } = await mountImports({ ...service, ready: ready.promise }, place)
  t.teardown(() => pool.end())
  const asked = await imports.jobs.find(id)
  ready.resolve()
  await imports.resumed
  await asked?.ended
  t.match(asked?.job, { state: 'done', done: 200 })
})

test('nothing is run or taken back before the service knows the log', async (t) => {
  const service = await createTestService(t)
  const never = new Promise<never>(() => undefined)
  const { pool } = await mountImports({ ...service, ready: never }, await aPlace(t))
  t.teardown(() => pool.end())
  for (const what of ['run', 'undo']) {
    const url = `/api/csv-import/jobs/9d4f3a5e-5d5c-4d0e-8d67-0d3f6ac5b111/${what}`
    const { statusCode } = await service.app.inject({ method: 'POST', url, headers: asUser() })
    t.equal(statusCode, 503)
  }
})
