import { sql } from 'slonik'
import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import type { EventLog } from '#contracts/event-log.ts'
import { memoryLog, type MemoryLog } from '#contracts/testing/memory-log.ts'
import { aPlace, startImporter, asLeft, noAnswer, type Importer } from './testing/importing.ts'
import { expected, held, imported, withoutIds } from './testing/undo-examples.ts'

const undo = async ({ ask, ended }: Importer, id: string) => {
  const { status } = await ask('POST', `/api/csv-import/jobs/${id}/undo`)
  return { status, ...(await ended(id)) }
}
const undone = ({ events }: Pick<MemoryLog, 'events'>, id: string) =>
  events.filter(({ metadata }) => metadata['undoes'] === id)

test('what an import made goes, what it changed is as before, and the rest is told truthfully', async (t) => {
  const importer = await imported(t)
  const { state, rows, done, undo: account } = await undo(importer, importer.id)
  t.match({ state, rows, done }, { state: 'undone', rows: 20, done: 20 })
  t.same(withoutIds(account), expected)
  const after = await held(importer)
  t.equal(after.length, 12)
  for (const [n, one] of after.entries()) {
    if (n === 5)
      t.match(one, { values: { notes: 'Merknad 5', type: 'endret' }, price: { costPrice: '10.5' } })
    else t.same(one, importer.before[n])
  }
  const kinds = undone(importer.log, importer.id).map(({ stream }) => stream.split('-')[0]!)
  const order = ['componenttype', 'manufacturer', 'supplier'].map((kind) => [
    kinds.indexOf(kind),
    kinds.lastIndexOf(kind),
  ])
  t.ok(order[0]![1]! < order[1]![0]! && order[1]![1]! < order[2]![0]!, 'what is referred to last')
  const live = (kind: 'suppliers' | 'manufacturers') =>
    [1, 2, 3].filter((id) => importer.model.records(kind).isLive(id))
  t.same([live('suppliers').length, live('manufacturers').length], [1, 0], 'all that it made')
})

test('without its notes, or with such as do not fit, an import is taken back by what the log says', async (t) => {
  for (const spoil of ['none', 'other']) {
    const importer = await imported(t)
    await importer.pool.query(
      spoil === 'none'
        ? sql.unsafe`update import.row set note = null`
        : sql.unsafe`
            update import.row set note = replace(
              replace(note::text, '"revision":', '"revision":7'), '9.5', '1')::json`,
    )
    t.same(withoutIds((await undo(importer, importer.id)).undo), expected, spoil)
    t.same((await held(importer))[0], importer.before[0], spoil)
  }
})

test('an undoing cut off anywhere goes on, and ends as if done once', async (t) => {
  const once = await imported(t)
  await undo(once, once.id)
  const events = undone(once.log, once.id).length
  const after = await held(once)

  for (const cut of [1, 4, 9, 11, 19, 21, 23]) {
    const log = memoryLog()
    const dying = { ...log, events: log.events }
    const first = await imported(t, { log: dying, isLeft: true })
    // Some appends are written without an answer, the rest never are.
    let appended = 0
    dying.append = async (...args) => {
      const mine = ++appended
      if (mine > cut) return noAnswer()
      const outcome = await log.append(...args)
      return mine % 3 === 0 ? noAnswer() : outcome
    }
    await first.ask('POST', `/api/csv-import/jobs/${first.id}/undo`)
    while (appended < Math.min(cut, 15)) await new Promise((go) => setTimeout(go, 2))

    const second = await startImporter(t, { log, place: await asLeft(t, first) })
    const job = await second.ended(first.id)
    t.match(job, { state: 'undone', rows: 20, done: 20 }, `cut after ${cut}`)
    t.same(withoutIds(job.undo), expected, `cut after ${cut}`)
    t.same(
      (await held(second)).map(({ values, price }) => [values['notes'], values['type'], price]),
      after.map(({ values, price }) => [values['notes'], values['type'], price]),
    )
    t.equal(undone(log, first.id).length, events, 'each once')
  }
})

/** A log on which so many appends are done, and the others wait until they are let through. */
const waiting = () => {
  const log = memoryLog()
  let left = Infinity
  let open = Promise.withResolvers<void>()
  open.resolve()
  return {
    ...log,
    append: async (...args: Parameters<EventLog['append']>) => {
      if (left-- <= 0) await open.promise
      return log.append(...args)
    },
    holdAfter: (appends: number) => {
      left = appends
      open = Promise.withResolvers<void>()
    },
    letGo: () => {
      left = Infinity
      open.resolve()
    },
  }
}
const many = (count: number) =>
  [
    'Beskrivelse;Leverandor art.nr;ITO art.nr;Leverandor',
    ...Array.from({ length: count }, (_, n) => `Del ${n};A-${n};K-${n};Ny`),
  ].join('\n')

test('imports of one record can be taken back one after the other, the newest first', async (t) => {
  const importer = await startImporter(t)
  const send = async (price: string, note: string, part = 'A-1') => {
    const file = `Beskrivelse;Leverandor art.nr;Kostpris;Notater\nDel;${part};${price};${note}`
    return (await importer.send('componenttypes', file)).body.importId as string
  }
  const part = async (number = 'A-1') => {
    const [found] = await importer.commands.find(component, 'supplierArticlenumber', number)
    return found && { id: found.id, ...found.item.values, price: found.item.prices.at(-1)?.price }
  }
  const made = await send('1', 'første')
  const oldest = await part()
  const older = await send('2', 'annen')
  const between = await part()
  const newest = await send('3', 'tredje')
  const kept = [{ reason: 'Endret etterpå' }]
  t.match((await undo(importer, older)).undo, { restored: 0, kept })
  t.match((await undo(importer, newest)).undo, { restored: 1, keptCount: 0 })
  t.same(await part(), between)
  t.match((await undo(importer, older)).undo, { restored: 1, keptCount: 0 })
  t.same(await part(), oldest)
  t.match((await undo(importer, made)).undo, { removed: 1, keptCount: 0 })
  t.notOk(await part())

  const first = await send('1', 'første', 'A-2')
  const second = await send('2', 'annen', 'A-2')
  await undo(importer, second)
  await importer.call('PUT', `/api/componenttypes/${(await part('A-2'))!.id}`, { type: 'endret' })
  t.match((await undo(importer, first)).undo, { removed: 0, kept }, 'but not what a person changed')
})

test('an undoing that is cancelled says so, and goes on when it is asked again', async (t) => {
  const log = waiting()
  const importer = await startImporter(t, { log })
  const { body } = await importer.send('componenttypes', many(200))
  const url = `/api/csv-import/jobs/${body.importId}`
  log.holdAfter(10)
  await importer.ask('POST', `${url}/undo`)
  const one = (await importer.imports.jobs.find(body.importId))!
  while (one.job.done < 10) await new Promise((go) => setTimeout(go, 2))
  const answer = importer.ask('DELETE', url)
  while (!one.cancelled) await new Promise((go) => setTimeout(go, 2))
  log.letGo()
  const { done, undo: partly, ...job } = (await answer).body.data
  t.match(job, {
    state: 'cancelled',
    stage: 'undo',
    rows: 200,
    error: 'Angringen ble avbrutt. Det som er angret, står.',
  })
  t.ok(done >= 10 && done < 200, `${done} done`)
  t.match(partly, { removed: done, keptCount: 0 })
  t.ok(importer.model.records('suppliers').isLive(1), 'for there are components of it')
  t.equal((await importer.ask('POST', `${url}/run`)).status, 409)

  t.match(await undo(importer, body.importId), {
    status: 202,
    state: 'undone',
    error: null,
    undo: { removed: 200, keptCount: 0 },
  })
  t.notOk(importer.model.records('suppliers').isLive(1))
  t.equal(undone(log, body.importId).length, 201)
})

test('a stop leaves the rest of an undoing to the next start, and a count that does not fall', async (t) => {
  const log = waiting()
  const place = await aPlace(t)
  const first = await startImporter(t, { log, place })
  const { body } = await first.send('componenttypes', many(200))
  log.holdAfter(10)
  await first.ask('POST', `/api/csv-import/jobs/${body.importId}/undo`)
  const { job } = (await first.imports.jobs.find(body.importId))!
  while (job.done < 10) await new Promise((go) => setTimeout(go, 2))
  const stopped = first.imports.stop()
  log.letGo()
  await stopped
  await first.imports.jobs.repository.save(job)
  t.match(job, { state: 'undoing', finishedAt: null })
  const { done } = first.imports.jobs.answerOf((await first.imports.jobs.find(body.importId))!)

  log.holdAfter(0)
  const second = await startImporter(t, { log, place })
  const one = (await second.imports.jobs.find(body.importId))!
  const seen = [second.imports.jobs.answerOf(one).done]
  t.ok(seen[0]! >= done, `${seen[0]} after ${done}`)
  one.listeners.add(() => seen.push(second.imports.jobs.answerOf(one).done))
  log.letGo()
  t.match(await second.ended(body.importId), { state: 'undone', done: 200, undo: { removed: 200 } })
  t.same(
    seen,
    seen.toSorted((a, b) => a - b),
  )
})

test('the rows that failed can be had also after an import was taken back', async (t) => {
  const importer = await startImporter(t)
  const file = 'Beskrivelse;Leverandor art.nr;Kostpris\nGod;A-1;1\nFeil;A-2;x'
  const { body } = await importer.send('componenttypes', file)
  await undo(importer, body.importId)
  const { text } = await importer.ask('GET', `/api/csv-import/jobs/${body.importId}/faulty.csv`)
  t.match(text, /Feil;A-2;x/)
})
