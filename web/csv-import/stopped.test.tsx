import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import { screen, show, until, within } from '../testing/screen.tsx'
import { CsvImportDialog } from './csv-import-dialog.tsx'
import { answer, api, checked, csv, done, job, jobResponse } from './testing/examples.ts'

const dialog = <CsvImportDialog entity={component} onClose={() => undefined} />
const error = 'Importen stoppet på grunn av en feil. Det som er gjort, står.'
const stopped = job('failed', { stage: 'run', done: 3, error, answer: answer() })
const posts = (sent: readonly { method: string; path: string }[]) =>
  sent.filter(({ method }) => method === 'POST').map(({ path }) => path)

test('an import that stopped with an error can be resumed', async (t) => {
  const { user, sent } = show(t, dialog, api([checked, stopped, done]))
  await user.upload(screen.getByLabelText('CSV-fil'), csv())
  await screen.findByText('Dette vil skje. Ingenting er skrevet ennå.')
  await user.click(screen.getByRole('button', { name: 'Importer CSV' }))
  const alert = await screen.findByRole('alert')
  t.ok(within(alert).getByText(error))
  t.equal(screen.queryByText(/Ingenting er skrevet/), null, 'for something is')
  t.equal(screen.queryByText('Les filen på en annen måte'), null, 'the file was read')
  await user.click(within(alert).getByRole('button', { name: 'Fortsett' }))
  t.ok(await screen.findByText('Dette er gjort.'))
  t.same(posts(sent).slice(1), Array(2).fill('/api/csv-import/jobs/i1/run'))
})

test('after a reload a stopped import can be resumed or undone from the list', async (t) => {
  const halfUndone = job('failed', { id: 'i2', stage: 'undo', error: 'Angringen stoppet.' })
  const unread = job('failed', { id: 'i3', rows: 3, error: 'Filen ble ikke lest ferdig.' })
  const undo = {
    removed: 1,
    restored: 0,
    kept: Array.from({ length: 25 }, (_, at) => ({
      line: at + 2,
      id: at,
      title: `Del ${at}`,
      reason: 'Endret etterpå',
    })),
    keptCount: 1_200,
  }
  const undone = job('undone', { id: 'i2', stage: 'undo', undo })
  const lists: JobAnswer[][] = [
    [stopped, halfUndone, unread],
    [stopped, undone],
  ]
  const { user, sent } = show(
    t,
    dialog,
    api([], {
      '/api/csv-import/jobs': () => Response.json({ success: true, data: lists.shift() }),
      'POST /api/csv-import/jobs/i2/undo': job('undoing', { id: 'i2' }),
      '/api/csv-import/jobs/i2': undone,
    }),
  )
  const list = (await screen.findByText('Tidligere importer (2)')).closest('details')!
  t.equal(list.open, true, 'not to be missed')
  const [first, second, ...others] = within(list).getAllByRole('listitem')
  t.equal(others.length, 0, 'what was only not read is no import')
  const named = (item: HTMLElement) =>
    within(item)
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
  t.same([named(first!), named(second!)], [['Fortsett', 'Angre import'], ['Fortsett']])
  await user.click(within(second!).getByRole('button', { name: 'Fortsett' }))
  t.ok(await screen.findByText(/^Angret: 1 fjernet, 0 tilbakestilt, 1.200 står som de er$/))
  t.same(posts(sent), ['/api/csv-import/jobs/i2/undo'])
  t.ok(screen.getByText('Linje 21, Del 19: Endret etterpå'))
  await until(() => screen.queryByText(/^… og 1.180 til$/) !== null)
  t.ok(screen.getByRole('button', { name: 'Angre resten' }), 'what was in use may be removed later')
})

test('an undo can be stopped and resumed', async (t) => {
  const undoing = job('undoing', { done: 3 })
  const halfway = job('cancelled', {
    stage: 'undo',
    done: 4,
    error: 'Angringen ble avbrutt. Det som er angret, står.',
    undo: { removed: 4, restored: 0, kept: [], keptCount: 0 },
    answer: answer({ dryRun: false }),
  })
  const undone = job('undone', { undo: { removed: 8, restored: 0, kept: [], keptCount: 0 } })
  const lists: JobAnswer[][] = [[undoing], [halfway], [undone]]
  const steps = [undoing, halfway, undone]
  const { user, sent } = show(
    t,
    dialog,
    api([], {
      '/api/csv-import/jobs': () => Response.json({ success: true, data: lists.shift() }),
      '/api/csv-import/jobs/i1': () => jobResponse(steps[0]!),
      'POST /api/csv-import/jobs/i1/undo': () => {
        steps.shift()
        return jobResponse(undoing)
      },
      'DELETE /api/csv-import/jobs/i1': () => {
        steps.shift()
        return jobResponse(halfway)
      },
    }),
  )
  t.ok(await screen.findByText('Angrer importen...'))
  t.ok(screen.getByText('Angringen fortsetter om du lukker vinduet.'))
  await user.click(screen.getByRole('button', { name: 'Avbryt angringen' }))
  t.ok(await screen.findByText('Angringen er avbrutt'))
  t.ok(sent.some(({ method }) => method === 'DELETE'))
  t.equal(screen.queryByText('Dette er gjort.'), null, 'for some of it is not any more')
  await user.click(await screen.findByRole('button', { name: 'Fortsett' }))
  t.ok(await screen.findByText('Angret: 8 fjernet, 0 tilbakestilt'))
})
