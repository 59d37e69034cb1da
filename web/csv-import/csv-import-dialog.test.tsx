import { test } from 'tap'
import type { ImportAnswer, JobAnswer } from '#contracts/csv/answer.ts'
import { component, supplier } from '#contracts/catalogue/index.ts'
import { screen, show, until, within, type Api } from '../test/screen.tsx'
import { CsvImportDialog } from './csv-import-dialog.tsx'

const answer = (more: Partial<ImportAnswer> = {}): ImportAnswer => ({
  success: true,
  message: '2 nye komponenter opprettet',
  summary: { created: 2, updated: 1, skipped: 0, unchanged: 4, failed: 1 },
  createdSuppliers: 1,
  createdManufacturers: 0,
  skipped: {},
  errors: [{ line: 6, column: 'Kostpris', value: '1.234', message: 'kan leses på to måter' }],
  warnings: [],
  warningCount: 0,
  priceChanges: [
    {
      line: 3,
      id: 7,
      title: 'Lager',
      what: 'Kostpris',
      from: 100,
      to: 1000,
      percent: 900,
      warning: 'Nøyaktig 10 ganger så mye: er desimaltegnet riktig?',
    },
  ],
  priceChangeCount: 1,
  understood: {
    format: 'csv',
    text: 'Semikolon, desimalkomma, Windows-1252',
    encoding: 'windows-1252',
    delimiter: ';',
    decimal: ',',
    rows: 8,
    uniqueIdentifier: 'itoArticlenumber',
    columns: [
      { heading: 'Beskrivelse', field: 'Beskrivelse' },
      { heading: 'Farge', field: null },
    ],
  },
  dryRun: true,
  importId: 'i1',
  ...more,
})

const job = (state: JobAnswer['state'], more: Partial<JobAnswer> = {}): JobAnswer => ({
  id: 'i1',
  entity: 'componenttypes',
  fileName: 'deler.csv',
  user: 'kari',
  startedAt: '2026-01-01T10:00:00.000Z',
  finishedAt: null,
  state,
  rows: 8,
  done: 0,
  secondsLeft: null,
  error: null,
  headings: null,
  answer: null,
  undo: null,
  ...more,
})

const events = (...jobs: JobAnswer[]) =>
  new Response(jobs.map((one) => `event: job\ndata: ${JSON.stringify(one)}\n\n`).join(''))
const checked = job('checked', { done: 8, answer: answer() })
const done = job('done', { done: 8, answer: answer({ dryRun: false }) })

/** An API on which the file is checked first, and then run. */
const api = (steps: JobAnswer[], more: Api = {}): Api => ({
  'POST /api/csv-import/componenttypes?async=true': job('checking'),
  'POST /api/csv-import/jobs/i1/run': job('running'),
  '/api/csv-import/jobs/i1/events': () => events(...steps.splice(0, 1)),
  '/api/csv-import/jobs': [],
  ...more,
})
const csv = (name = 'deler.csv', type = 'text/csv') => new File(['Beskrivelse'], name, { type })
const dialog = <CsvImportDialog entity={component} open onClose={() => undefined} />
const importButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Importer CSV' })

test('a file is first checked, and shown; then exactly that is imported', async (t) => {
  const { user, sent } = show(t, dialog, api([checked, done]))
  t.ok(screen.getByRole('dialog', { name: 'Importer komponenter fra CSV' }))
  t.ok(screen.getByText(/UTF-8-kodet med komma som skilletegn/))
  t.equal(importButton().disabled, true)
  await user.upload(screen.getByLabelText('CSV-fil'), csv())
  await screen.findByText('Dette vil skje. Ingenting er skrevet ennå.')
  const form = sent.find(({ method }) => method === 'POST')!.body as FormData
  t.same(
    ['updateBehavior', 'uniqueIdentifier', 'dryRun'].map((name) => form.get(name)),
    ['update', 'itoArticlenumber', 'true'],
  )
  t.ok(screen.getByText('Slik er filen lest: Semikolon, desimalkomma, Windows-1252'))
  t.ok(screen.getByText(/Disse kolonnene er ukjente.*Farge/))
  t.ok(within(screen.getByRole('region', { name: 'Feil' })).getByText('kan leses på to måter'))
  const prices = within(screen.getByRole('region', { name: 'Prisendringer' }))
  t.ok(prices.getByText('+900 %'))
  t.ok(prices.getByText(/10 ganger/))

  await user.click(importButton())
  await screen.findByText('CSV Import Fullført')
  for (const text of [
    '2 nye komponenter opprettet',
    '1 komponenter oppdatert',
    '1 nye leverandører opprettet',
  ])
    t.ok(screen.getByText(text), text)
  t.ok(screen.getByText('Dette er gjort.'))
  t.ok(screen.getByRole('button', { name: 'Last ned rader med feil' }))
})

test('what was understood can be changed, and the file is checked again', async (t) => {
  const { user, sent } = show(t, dialog, api([checked, checked, checked]))
  await user.upload(screen.getByLabelText('CSV-fil'), csv('deler.CSV', 'application/vnd.ms-excel'))
  await screen.findByText(/Dette vil skje/)
  await user.selectOptions(screen.getByLabelText('Desimaltegn'), '.')
  await user.selectOptions(screen.getByLabelText('Komponenter som finnes fra før'), 'skip')
  const forms = () =>
    sent.filter(({ method }) => method === 'POST').map(({ body }) => body as FormData)
  await until(() => forms().length === 3)
  t.equal(forms()[1]!.get('decimal'), '.')
  t.same([forms()[2]!.get('decimal'), forms()[2]!.get('updateBehavior')], ['.', 'skip'])
})

test('a file that is no CSV file is not taken', async (t) => {
  const { sent } = show(t, dialog, api([]))
  const input = screen.getByLabelText<HTMLInputElement>('CSV-fil')
  const { fireEvent } = await import('@testing-library/react')
  fireEvent.change(input, { target: { files: [csv('bilde.png', 'image/png')] } })
  t.ok(await screen.findByText('Ugyldig fil'))
  t.ok(screen.getByText('Vennligst velg en CSV-fil'))
  t.equal(
    sent.some(({ method }) => method === 'POST'),
    false,
  )
})

test('a refused file says why, in the dialog and in a toast', async (t) => {
  const refused = job('failed', { error: 'Filen mangler kolonnen «Beskrivelse».' })
  const { user } = show(t, dialog, api([refused]))
  await user.upload(screen.getByLabelText('CSV-fil'), csv())
  t.ok(await screen.findByText('Feil ved CSV-import av komponenter'))
  await until(() => screen.getAllByText('Filen mangler kolonnen «Beskrivelse».').length === 2)
  t.equal(importButton().disabled, true)
})

test('an import under way is found again after a reload, and can be stopped', async (t) => {
  const running = job('running', { done: 3, secondsLeft: 200 })
  const cancelled = job('cancelled', {
    done: 4,
    answer: answer({ dryRun: false, message: 'Avbrutt etter 4 av 8 rader' }),
  })
  const { promise: stopped, resolve: stop } = Promise.withResolvers<Response>()
  let asked = 0
  const { user, sent } = show(
    t,
    dialog,
    api([], {
      '/api/csv-import/jobs': [running],
      '/api/csv-import/jobs/i1/events': () => (asked++ === 0 ? events(running) : stopped),
      '/api/csv-import/jobs/i1': running,
      'DELETE /api/csv-import/jobs/i1': cancelled,
    }),
  )
  t.ok(await screen.findByText(/3 av 8 rader, omtrent 3 minutter igjen/))
  t.ok(screen.getByRole('button', { name: 'Importerer...' }))
  await user.click(screen.getByRole('button', { name: 'Avbryt importen' }))
  stop(events(cancelled))
  t.ok(await screen.findByText('Importen er avbrutt'))
  t.ok(sent.some(({ method }) => method === 'DELETE'))
})

test('an earlier import can be taken back', async (t) => {
  const undone = job('undone', { undo: { removed: 2, restored: 1, kept: [], keptCount: 0 } })
  const { user } = show(
    t,
    dialog,
    api([undone], {
      '/api/csv-import/jobs': [done, job('done', { id: 'i2', entity: 'suppliers' })],
      'POST /api/csv-import/jobs/i1/undo': job('undoing'),
    }),
  )
  await user.click(await screen.findByText('Tidligere importer (1)'))
  await user.click(screen.getByRole('button', { name: 'Angre import' }))
  t.ok(await screen.findByText('Importen er angret'))
})

test('a template that cannot be had says so; suppliers are told apart by name only', async (t) => {
  const { user } = show(
    t,
    <CsvImportDialog entity={supplier} open onClose={() => undefined} />,
    api([]),
  )
  t.equal(screen.queryByLabelText('Unik nøkkel'), null)
  await user.click(screen.getByRole('button', { name: 'Last ned mal' }))
  t.ok(await screen.findByText('Kunne ikke laste ned CSV-mal for leverandører'))
})

test('a file with headings of its own is asked about, and the next one like it is not', async (t) => {
  const headings = ['Varenr', 'Varenavn', 'Farge']
  const asking = job('failed', { error: 'Filen mangler kolonnene. Overskriftene er x', headings })
  const { user, sent } = show(t, dialog, api([asking, checked, asking, checked]))
  await user.upload(screen.getByLabelText('CSV-fil'), csv())
  await screen.findByText('Hvilke kolonner er hva?')
  t.equal(screen.queryByText('Feil ved CSV-import av komponenter'), null)
  const select = (name: string) => screen.getByLabelText<HTMLSelectElement>(name)
  t.same(
    headings.map((heading) => select(heading).value),
    ['supplierArticlenumber', 'description', ''],
    'what it looks like is chosen already',
  )
  const apply = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Les filen slik' })
  await user.selectOptions(select('Varenavn'), 'notes')
  t.ok(screen.getByText('Velg også hvilken kolonne som er «Beskrivelse».'))
  t.equal(apply().disabled, true)
  await user.selectOptions(select('Farge'), 'notes')
  t.ok(screen.getByText('«Notater» er valgt flere ganger.'))
  await user.selectOptions(select('Varenavn'), 'description')
  await user.click(apply())
  await screen.findByText('Dette vil skje. Ingenting er skrevet ennå.')
  const mappings = () =>
    sent
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => (body as FormData).get('mapping'))
  const said = { Varenr: 'supplierArticlenumber', Varenavn: 'description', Farge: 'notes' }
  t.same(mappings(), [null, JSON.stringify(said)])

  await user.click(screen.getByRole('button', { name: 'Fjern filen' }))
  await user.upload(screen.getByLabelText('CSV-fil'), csv('neste.csv'))
  await until(() => mappings().length === 4)
  t.same(mappings().slice(2), [null, JSON.stringify(said)])
})
