import { test } from 'tap'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { startImporter } from './testing/importing.ts'

const file = [
  'Beskrivelse;Leverandor art.nr;ITO art.nr',
  ...Array.from({ length: 9 }, (_, i) => `Del ${i};A-${i};K-${i}`),
].join('\n')

/** A log that breaks from an append on, in a way nobody waits out, until it is mended. */
const breaking = () => {
  const log = memoryLog()
  let left = Infinity
  const append: typeof log.append = async (...args) => {
    if (left-- <= 0) throw new Error('The store is broken')
    return log.append(...args)
  }
  return { ...log, append, breakAfter: (appends: number) => void (left = appends) }
}

test('an import that a fault stopped goes on from there, and so does its undoing', async (t) => {
  const log = breaking()
  const { send, ask, ended, events } = await startImporter(t, { log })
  const { body } = await send('componenttypes', file, { dryRun: 'true' })
  const url = `/api/csv-import/jobs/${body.importId}`
  const outcome = async (what: 'run' | 'undo') => {
    const { status } = await ask('POST', `${url}/${what}`)
    const { state, stage, error } = await ended(body.importId)
    return [status, state, stage, error]
  }
  log.breakAfter(4)
  t.same(await outcome('run'), [
    202,
    'failed',
    'run',
    'Importen stoppet på grunn av en feil. Det som er gjort, står.',
  ])
  const written = events().length
  t.ok(written > 0 && written < 9, `${written} of 9 rows`)
  log.breakAfter(Infinity)
  t.same(await outcome('run'), [202, 'done', 'run', null])
  t.match(await ended(body.importId), { answer: { dryRun: false, summary: { created: 9 } } })
  t.equal(events().length, 9, 'each once')
  t.equal((await ask('POST', `${url}/run`)).status, 409, 'what is done is not run again')

  log.breakAfter(4)
  t.same((await outcome('undo')).slice(0, 3), [202, 'failed', 'undo'])
  t.equal((await ask('POST', `${url}/run`)).status, 409, 'it is on its way back')
  log.breakAfter(Infinity)
  t.same(await outcome('undo'), [202, 'undone', 'undo', null])
  t.match(await ended(body.importId), { undo: { removed: 9, keptCount: 0 } })
})
