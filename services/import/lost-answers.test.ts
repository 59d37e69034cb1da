import { test } from 'tap'
import { OutcomeUnknown, type EventLog } from '#contracts/event-log.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { startImporter } from './testing/importing.ts'

const file = 'Beskrivelse;Leverandor art.nr;Leverandor\nSkrue;A-1;Skruehuset\nMutter;A-2;Skruehuset'

/** A log that writes the first event of a stream of this kind, and whose answer to that gets lost. */
const losing = (kind: string) => {
  const log = memoryLog()
  let lost = false
  const append: EventLog['append'] = async (...args) => {
    const answer = await log.append(...args)
    if (lost || !args[0].startsWith(kind)) return answer
    lost = true
    throw new OutcomeUnknown('The answer got lost')
  }
  return { ...log, append }
}

test('a supplier that an import made counts as its own though the answer got lost', async (t) => {
  const { send, ask, ended, model } = await startImporter(t, { log: losing('supplier-') })
  const { body } = await send('componenttypes', file)
  t.match(body, { summary: { created: 2, failed: 0 }, createdSuppliers: 1 })
  await ask('POST', `/api/csv-import/jobs/${body.importId}/undo`)
  t.match(await ended(body.importId), { state: 'undone', undo: { removed: 2, keptCount: 0 } })
  t.notOk(model.records('suppliers').isLive(1))
})

test('a run or an undoing that was answered is begun again after a crash', async (t) => {
  const { send, imports, ended, events } = await startImporter(t)
  const { body } = await send('componenttypes', file, { dryRun: 'true' })
  const saved = async () => (await imports.jobs.repository.read(body.importId))?.state
  const one = (await imports.jobs.find(body.importId))!
  const states = []
  await imports.jobs.proceed(one, { user: 'kari', userId: 'u1' })
  states.push(await saved())
  await ended(body.importId)
  await imports.jobs.undo(one, { user: 'ola', userId: 'u2' })
  states.push(await saved())
  t.same(states, ['running', 'undoing'])
  await ended(body.importId)
  t.match(events().at(0)?.metadata, { user: 'kari', userId: 'u1' })
  t.match(events().at(-1)?.metadata, { user: 'ola', userId: 'u2' }, 'it is who takes it back')
})
