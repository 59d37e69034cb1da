import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import type { ImportAnswer } from '#contracts/csv/answer.ts'
import { StoreUnavailable, type EventLog } from '#contracts/event-log.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import {
  startImporter,
  asLeft,
  multipartBody,
  multipartHeaders,
  noAnswer,
  type Importer,
} from './testing/importing.ts'

const manyRows = (count: number, price = '1,5') =>
  [
    'Beskrivelse;Leverandor art.nr;ITO art.nr;Kostpris;Prisfaktor;Leverandor',
    ...Array.from(
      { length: count },
      (_, i) => `Del ${i};A-${i};K-${i};${price};1;Leverandør ${i % 3}`,
    ),
  ].join('\n')

const state = ({ events }: Importer) =>
  events().map(({ stream, type, data }) => ({ stream, type, data }))

test('an import is taken back as a whole, but for what was changed or used since', async (t) => {
  const importer = await startImporter(t)
  const { send, ask, ended, call, commands, events } = importer
  await send('componenttypes', manyRows(2, '9,5'))
  // A copy: what is at hand in the service changes with the record.
  const before = structuredClone(
    await Promise.all([1, 2].map((id) => commands.record(component, id))),
  )
  const { body } = await send('componenttypes', manyRows(6))
  t.match(body, { summary: { created: 4, updated: 2 } })
  // In which order rows in flight get their numbers is not said.
  const idOf = async (key: string) =>
    (await commands.find(component, 'itoArticlenumber', key))[0]!.id
  const [used, edited] = [await idOf('K-3'), await idOf('K-5')]
  await call('PUT', `/api/componenttypes/${edited}`, { notes: 'endret' })
  await call('POST', '/api/assemblytypes', { name: 'Linje', description: 'x' })
  await call('POST', '/api/assemblytypes/1/components', { componentId: used })

  const url = `/api/csv-import/jobs/${body.importId}`
  t.equal((await ask('POST', `${url}/undo`)).status, 202)
  const job = await ended(body.importId)
  t.match(job, {
    state: 'undone',
    undo: {
      removed: 2,
      restored: 2,
      keptCount: 3,
      kept: [
        { line: 0, id: 3, title: 'Leverandør 2', reason: /leverandør: Brukes av 1 komponent/ },
        { line: 5, id: used, title: 'Del 3', reason: /Brukes av 1 sammenstilling: Linje/ },
        { line: 7, id: edited, reason: 'Endret etterpå' },
      ],
    },
  })
  const after = await Promise.all([1, 2].map((id) => commands.record(component, id)))
  t.same(
    after.map((one) => [one?.item.values, one?.item.prices.at(-1)?.price]),
    before.map((one) => [one?.item.values, one?.item.prices.at(-1)?.price]),
  )
  t.match(events().at(-1)?.metadata, { undoes: body.importId })
})

test('progress comes as events, and ends with the account', async (t) => {
  const { ask, ended, events } = await startImporter(t)
  const sent = await ask(
    'POST',
    '/api/csv-import/componenttypes?async=true',
    multipartBody(manyRows(20)),
    multipartHeaders,
  )
  t.equal(sent.status, 202)
  const { id } = sent.body.data
  const stream = await ask('GET', `/api/csv-import/jobs/${id}/events`)
  t.equal(stream.headers['content-type'], 'text/event-stream; charset=utf-8')
  const jobs = stream.text
    .split('\n\n')
    .filter((event) => event.startsWith('event: job'))
    .map((event) => JSON.parse(event.slice(event.indexOf('data: ') + 6)))
  t.match(jobs.at(-1), {
    id,
    state: 'done',
    rows: 20,
    done: 20,
    answer: { summary: { created: 20 } },
  })
  t.match(await ended(id), jobs.at(-1))
  const written = String(events().at(-1)!.position)
  t.equal(jobs.at(-1).position, written, 'the end says what a list has to have reached')
  const url = `/api/csv-import/jobs/${id}`
  t.equal((await ask('GET', url)).headers['x-event-position'], written)
  await ask('POST', `${url}/undo`)
  await ended(id)
  const undone = String(events().at(-1)!.position)
  t.not(undone, written)
  t.equal((await ask('GET', url)).headers['x-event-position'], undone)
  t.equal(
    (await ask('GET', `/api/csv-import/jobs/9d4f3a5e-5d5c-4d0e-8d67-0d3f6ac5b111`)).status,
    404,
  )
})

/** A log whose appends wait until they are let through, or fail. */
const gated = (log: EventLog) => {
  let appends = 0
  let gate: ((count: number) => Promise<void> | void) | undefined
  return {
    ...log,
    append: async (...args: Parameters<EventLog['append']>) => {
      await gate?.(++appends)
      return log.append(...args)
    },
    close: (set: typeof gate) => void (gate = set),
  }
}

test('a cancelled import says truthfully what was done', async (t) => {
  const log = memoryLog()
  const slow = gated(log)
  const importer = await startImporter(t, {
    log: Object.assign(slow, { events: log.events }) as never,
  })
  const { ask, imports } = importer
  slow.close(() => new Promise((resolve) => setTimeout(resolve, 5)))
  const sent = await ask(
    'POST',
    '/api/csv-import/componenttypes?async=true',
    multipartBody(manyRows(2_000)),
    multipartHeaders,
  )
  const { id } = sent.body.data
  while ((await imports.jobs.find(id))!.job.done < 100) await new Promise((go) => setTimeout(go, 5))
  const { body } = await ask('DELETE', `/api/csv-import/jobs/${id}`)
  const { state: end, done, answer } = body.data
  t.equal(end, 'cancelled')
  t.ok(done >= 100 && done < 2_000, `${done} done`)
  t.equal(answer?.summary.created, done)
  const registered = log.events.filter(({ stream }) => stream.startsWith('componenttype-'))
  t.equal(new Set(registered.map(({ stream }) => stream)).size, done)
  t.match(answer?.message, /^Avbrutt etter /)
  t.match(await ask('POST', `/api/csv-import/jobs/${id}/run`), {
    status: 409,
    body: { error: 'Importen ble avbrutt. Last opp filen på nytt.' },
  })
  slow.close(async () => {})
  await ask('POST', `/api/csv-import/jobs/${id}/undo`)
  const { state, ...undone } = await importer.ended(id)
  t.match(undone, { rows: done, done }, 'no more is taken back than was done')
  t.equal(state, 'undone')
})

test('an import cut off anywhere goes on as if run once', async (t) => {
  // Prices that change, one of them tenfold, a row that fails and rows that are warned about.
  const before = manyRows(20).replaceAll('Leverandør', 'Grossist')
  const file = manyRows(60, '2,5')
    .replace(/K-1;2,5/, 'K-1;15')
    .replace(/K-40;2,5/, 'K-40;x')
    .replace(/K-(\d*7);2,5;1;/g, 'K-$1;2,5;6;')
  const once = await startImporter(t)
  await once.send('componenttypes', before)
  const { body: uninterrupted } = await once.send('componenttypes', file)
  const expected = state(once)
  const account = ({ importId: _id, ...rest }: ImportAnswer) => rest
  t.match(uninterrupted, {
    summary: { created: 39, updated: 20, failed: 1 },
    // Twenty offers, and four high factors of rows that are no offers.
    priceChangeCount: 20,
    warningCount: 24,
  })

  for (const cut of [1, 7, 30, 64]) {
    const log = memoryLog()
    const failing = Object.assign(gated(log), { events: log.events })
    const first = await startImporter(t, { log: failing as never, isLeft: true })
    await first.send('componenttypes', before)
    // The process dies: some appends are written without an answer, the rest never are. Suppliers are
    // answered, or the rows that wait for one would never be begun.
    let appended = 0
    const append = (...args: Parameters<EventLog['append']>) => log.append(...args)
    failing.append = async (...args) => {
      const mine = ++appended
      if (mine > cut) return noAnswer()
      const outcome = await append(...args)
      if (mine % 3 === 0 && !args[0].startsWith('supplier-')) return noAnswer()
      return outcome
    }
    await first.ask(
      'POST',
      '/api/csv-import/componenttypes?async=true',
      multipartBody(file),
      multipartHeaders,
    )
    while (appended <= Math.min(cut, 60)) await new Promise((go) => setTimeout(go, 2))

    const second = await startImporter(t, { log, place: await asLeft(t, first) })
    const jobs = await second.imports.jobs.list()
    const job = await second.ended(jobs[0]!.id)
    t.match(job, { state: 'done', done: 60 }, `cut after ${cut}`)
    t.same(account(job.answer!), account(uninterrupted as ImportAnswer), `cut after ${cut}`)
    const byStream = (events: ReturnType<typeof state>) =>
      events
        .filter(({ stream }) => stream.startsWith('componenttype'))
        .map(({ type, data }) => JSON.stringify([type, (data as { values?: object }).values ?? 0]))
        .map((text) => text.replace(/"supplierId":\d+/, ''))
        .toSorted()
    t.same(byStream(state(second)), byStream(expected), `cut after ${cut}`)
    t.equal(
      log.events.filter(({ stream }) => stream.startsWith('supplier-')).length,
      6,
      'suppliers are made once',
    )
  }
})

test('a store that is away for a moment is waited for', async (t) => {
  const log = memoryLog()
  const failing = Object.assign(gated(log), { events: log.events })
  const { send } = await startImporter(t, { log: failing as never })
  failing.close((count) => {
    if (count > 5 && count < 12) throw new StoreUnavailable('away')
  })
  const { body } = await send('componenttypes', manyRows(30))
  t.match(body.summary, { created: 30, failed: 0 })
})

test('two imports at once that name the same new supplier make one', async (t) => {
  const { send, events } = await startImporter(t)
  const [a, b] = await Promise.all([
    send('componenttypes', manyRows(30)),
    send('motortypes', 'Leverandor art.nr;Leverandor\nM-1;Leverandør 0\nM-2;Leverandør 1\n'),
  ])
  t.equal(a.body.createdSuppliers + b.body.createdSuppliers, 3)
  t.equal(events().filter(({ stream }) => stream.startsWith('supplier-')).length, 3)
})

test('saves of one import wait for each other', async (t) => {
  const { imports, send } = await startImporter(t)
  const { body } = await send('componenttypes', manyRows(2))
  const { job } = (await imports.jobs.find(body.importId))!
  const saves = Array.from({ length: 50 }, (_, done) =>
    imports.jobs.repository.save({ ...job, done }),
  )
  await Promise.all(saves)
  t.match(await imports.jobs.repository.read(job.id), { done: 49 })
})

test('the name of a file is kept as it was given', async (t) => {
  const { ask } = await startImporter(t)
  const name = 'Prisliste på blåbær «2026».csv'
  const { body } = await ask(
    'POST',
    '/api/csv-import/componenttypes?async=true',
    multipartBody(manyRows(1), { dryRun: 'true' }, { name }),
    multipartHeaders,
  )
  t.equal(body.data.fileName, name)
})
