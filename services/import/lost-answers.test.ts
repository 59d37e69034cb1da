import { test } from 'tap'
import { OutcomeUnknown, type EventLog } from '#contracts/event-log.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { startImporter } from './testing/importing.ts'

const file = 'Beskrivelse;Leverandor art.nr;Leverandor\nSkrue;A-1;Skruehuset\nMutter;A-2;Skruehuset'

type Appending = Parameters<EventLog['append']>

/** A log that writes the first events that are such, and whose answer to that gets lost. */
const losing = (isLost: (...args: Appending) => boolean) => {
  const log = memoryLog()
  let lost = false
  const append: EventLog['append'] = async (...args) => {
    const answer = await log.append(...args)
    if (lost || !isLost(...args)) return answer
    lost = true
    throw new OutcomeUnknown('The answer got lost')
  }
  return { ...log, append }
}

/** A log whose appends wait while it is held. */
const holding = () => {
  const log = memoryLog()
  let gate = Promise.withResolvers<void>()
  const append: EventLog['append'] = async (...args) => {
    await gate.promise
    return log.append(...args)
  }
  const hold = () => (gate = Promise.withResolvers())
  return { log: { ...log, append }, hold, release: () => gate.resolve() }
}

test('a supplier that an import made counts as its own though the answer got lost', async (t) => {
  const log = losing((stream) => stream.startsWith('supplier-'))
  const { send, ask, ended, model } = await startImporter(t, { log })
  const { body } = await send('componenttypes', file)
  t.match(body, { summary: { created: 2, failed: 0 }, createdSuppliers: 1 })
  await ask('POST', `/api/csv-import/jobs/${body.importId}/undo`)
  t.match(await ended(body.importId), { state: 'undone', undo: { removed: 2, keptCount: 0 } })
  t.notOk(model.records('suppliers').isLive(1))
})

test('a job tells where its last event is though the answer to that got lost', async (t) => {
  for (const earlier of ['Skrue;A-1;Gammel', '']) {
    const log = losing((_, [event]) => event?.metadata['undoes'] !== undefined)
    const { send, ask, ended, events } = await startImporter(t, { log })
    const lines = (...rows: string[]) =>
      ['Beskrivelse;Leverandor art.nr;Notater', ...rows].join('\n')
    if (earlier) await send('componenttypes', lines(earlier))
    const { body } = await send('componenttypes', lines('Skrue;A-1;Ny'))
    await ask('POST', `/api/csv-import/jobs/${body.importId}/undo`)
    const { state, position } = await ended(body.importId)
    t.same([state, position], ['undone', String(events().at(-1)!.position)])
  }
})

test('a run or an undoing that was answered is begun again after a crash', async (t) => {
  const { log, hold, release } = holding()
  const { send, imports, ended, events } = await startImporter(t, { log })
  const { body } = await send('componenttypes', file, { dryRun: 'true' })
  const saved = async () => (await imports.jobs.repository.read(body.importId))?.state
  const one = (await imports.jobs.find(body.importId))!
  const states = []
  await imports.jobs.claim(one, 'run', { user: 'kari', userId: 'u1' })
  states.push(await saved())
  release()
  await ended(body.importId)
  hold()
  await imports.jobs.claim(one, 'undo', { user: 'ola', userId: 'u2' })
  states.push(await saved())
  release()
  t.same(states, ['running', 'undoing'])
  await ended(body.importId)
  t.match(events().at(0)?.metadata, { user: 'kari', userId: 'u1' })
  t.match(events().at(-1)?.metadata, { user: 'ola', userId: 'u2' }, 'it is who takes it back')
})
