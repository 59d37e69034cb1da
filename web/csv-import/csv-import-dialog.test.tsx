import useSWR from 'swr'
import { test } from 'tap'
import { component, supplier } from '#contracts/catalogue/index.ts'
import { fireEvent, screen, show, until, within } from '../testing/screen.tsx'
import { CsvImportDialog } from './csv-import-dialog.tsx'
import { answer, api, checked, csv, done, job, jobResponse } from './testing/examples.ts'

const dialog = <CsvImportDialog entity={component} onClose={() => undefined} />
const importButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Importer CSV' })

test('a file is first checked and shown, then exactly that is imported', async (t) => {
  const { user, sent } = show(t, dialog, api([checked, done]))
  t.ok(screen.getByRole('dialog', { name: 'Importer komponenter fra CSV' }))
  t.ok(screen.getByText(/UTF-8-kodet med komma som skilletegn/))
  t.equal(importButton().disabled, true)
  t.notOk(screen.queryByLabelText('Begrunnelse'), 'asked when it is known what is done')
  await user.upload(screen.getByLabelText('CSV-fil'), csv())
  await screen.findByText('Dette vil skje. Ingenting er skrevet ennå.')
  const form = sent.find(({ method }) => method === 'POST')!.body as FormData
  t.same(
    ['updateBehavior', 'uniqueIdentifier', 'dryRun'].map((name) => form.get(name)),
    ['update', null, 'true'],
  )
  t.ok(screen.getByText('Slik er filen lest: Semikolon, desimalkomma, Windows-1252'))
  t.ok(screen.getByText(/Disse kolonnene er ukjente.*Farge/))
  t.ok(within(screen.getByRole('region', { name: 'Feil' })).getByText('kan leses på to måter'))
  const prices = within(screen.getByRole('region', { name: 'Prisendringer' }))
  t.ok(prices.getByText('+900 %'))
  t.ok(prices.getByText(/10 ganger/))
  const changes = within(screen.getByRole('region', { name: 'Andre endringer' }))
  t.same(
    changes.getAllByRole('row').map(({ textContent }) => textContent),
    [
      'LinjeGjelderFraTil',
      '3Lager (åpnes i ny fane)LeverandørNordlysSørvik',
      '4Belg (åpnes i ny fane)Tags–a, b',
    ],
  )

  await user.type(screen.getByLabelText('Begrunnelse'), 'Ny rammeavtale')
  await user.click(importButton())
  await screen.findByText('CSV Import Fullført')
  t.same(sent.find(({ path }) => path.endsWith('/run'))!.body, { reason: 'Ny rammeavtale' })
  for (const text of [
    '2 nye komponenter opprettet',
    '1 komponenter oppdatert (3 rader)',
    '1 nye leverandører opprettet',
  ])
    t.ok(screen.getByText(text), text)
  t.ok(screen.getByText('Dette er gjort.'))
  t.ok(screen.getByRole('button', { name: 'Last ned rader med feil' }))
})

test('the reading options can be changed, and the file is checked again', async (t) => {
  const { user, sent } = show(t, dialog, api([checked, checked, checked, checked]))
  await user.upload(screen.getByLabelText('CSV-fil'), csv('deler.CSV', 'application/vnd.ms-excel'))
  await screen.findByText(/Dette vil skje/)
  await user.selectOptions(screen.getByLabelText('Desimaltegn'), '.')
  await user.selectOptions(screen.getByLabelText('Komponenter som finnes fra før'), 'skip')
  const forms = () =>
    sent.filter(({ method }) => method === 'POST').map(({ body }) => body as FormData)
  await until(() => forms().length === 3)
  t.equal(forms()[1]!.get('decimal'), '.')
  t.same([forms()[2]!.get('decimal'), forms()[2]!.get('updateBehavior')], ['.', 'skip'])
  await user.selectOptions(screen.getByLabelText('Unik nøkkel'), 'supplierArticlenumber')
  await until(() => forms().length === 4)
  t.equal(forms()[3]!.get('uniqueIdentifier'), 'supplierArticlenumber')
  await until(() => !importButton().disabled)
})

test('pressing the button several times starts one import only', async (t) => {
  const asked = Promise.withResolvers<Response>()
  const run = 'POST /api/csv-import/jobs/i1/run'
  const { user, sent } = show(t, dialog, api([checked, done], { [run]: () => asked.promise }))
  await user.upload(screen.getByLabelText('CSV-fil'), csv())
  await screen.findByText('Dette vil skje. Ingenting er skrevet ennå.')
  await user.dblClick(importButton())
  const running = screen.getByRole<HTMLButtonElement>('button', { name: 'Importerer...' })
  t.equal(running.ariaDisabled, 'true', 'from the click on, not only when the server has answered')
  asked.resolve(jobResponse(job('running')))
  await screen.findByText('CSV Import Fullført')
  t.equal(sent.filter(({ path }) => path.endsWith('/run')).length, 1)
})

test('closing asks first while a file is read or could be imported', async (t) => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const sending = { 'POST /api/csv-import/componenttypes?async=true': () => promise }
  const { user } = show(t, dialog, api([checked], sending))
  await user.upload(screen.getByLabelText('CSV-fil'), csv())
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Fortsett å redigere' }))
  resolve(jobResponse(job('checking')))
  await screen.findByText('Dette vil skje. Ingenting er skrevet ennå.')
  await user.click(screen.getByRole('button', { name: 'Avbryt' }))
  t.ok(await screen.findByText('Filen er ikke importert.'))
})

test('a file that is not CSV is refused', async (t) => {
  const { sent } = show(t, dialog, api([]))
  const input = screen.getByLabelText<HTMLInputElement>('CSV-fil')
  fireEvent.change(input, { target: { files: [csv('bilde.png', 'image/png')] } })
  t.ok(await screen.findByText('Ugyldig fil'))
  t.ok(screen.getByText('Vennligst velg en CSV-fil'))
  const workbook = new File([Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0)], 'deler.xls')
  fireEvent.change(input, { target: { files: [workbook] } })
  t.ok(await screen.findByText(/eldre Excel-arbeidsbok .* Velg «Lagre som»/))
  t.equal(
    sent.some(({ method }) => method === 'POST'),
    false,
  )
})

test('the list is read after the answer that says how far the log has reached', async (t) => {
  const seen: string[] = []
  const reading = (data: unknown) => (call: { path: string }) => {
    seen.push(call.path)
    return Response.json({ success: true, data })
  }
  const List = () => {
    useSWR<readonly unknown[]>('/api/componenttypes')
    return dialog
  }
  const ends = [checked, done]
  const { user } = show(
    t,
    <List />,
    api([checked, done], {
      '/api/componenttypes': reading([]),
      '/api/csv-import/jobs/i1': (call: { path: string }) => reading(ends.shift())(call),
    }),
  )
  await user.upload(screen.getByLabelText('CSV-fil'), csv())
  await screen.findByText('Dette vil skje. Ingenting er skrevet ennå.')
  await user.click(importButton())
  await screen.findByText('CSV Import Fullført')
  await until(() => seen.length === 4)
  const [list, asked] = ['/api/componenttypes', '/api/csv-import/jobs/i1']
  t.same(seen, [list, asked, asked, list])
})

test('a refused file says why, in the dialog and in a toast', async (t) => {
  const refused = job('failed', { error: 'Filen mangler kolonnen «Beskrivelse».' })
  const { user } = show(t, dialog, api([refused]))
  await user.upload(screen.getByLabelText('CSV-fil'), csv())
  t.ok(await screen.findByText('Feil ved CSV-import av komponenter'))
  await until(() => screen.getAllByText('Filen mangler kolonnen «Beskrivelse».').length === 2)
  t.equal(importButton().disabled, true)
})

test('a running import is shown after a reload and can be stopped', async (t) => {
  const running = job('running', { done: 3, secondsLeft: 200 })
  const cancelled = job('cancelled', {
    done: 4,
    answer: answer({ dryRun: false, message: 'Avbrutt etter 4 av 8 rader' }),
  })
  const { promise: deleted, resolve: endDelete } = Promise.withResolvers<Response>()
  let now = running
  const { user, sent } = show(
    t,
    dialog,
    api([], {
      '/api/csv-import/jobs': () => Response.json({ success: true, data: [now] }),
      '/api/csv-import/jobs/i1': () => jobResponse(now),
      'DELETE /api/csv-import/jobs/i1': () => deleted,
    }),
  )
  t.ok(await screen.findByText(/3 av 8 rader, omtrent 3 minutter igjen/))
  t.ok(screen.getByText('deler.csv'), 'which file it is')
  t.equal(screen.queryByLabelText('CSV-fil'), null, 'and no other is asked for')
  t.ok(screen.getByRole('button', { name: 'Importerer...' }))
  await user.click(screen.getByRole('button', { name: 'Avbryt importen' }))
  const cancelling = await screen.findByRole<HTMLButtonElement>('button', { name: 'Avbryter...' })
  t.equal(cancelling.ariaDisabled, 'true', 'it was heard, though rows under way are done first')
  t.equal(screen.queryByText(/minutter igjen|Importen fortsetter/), null)
  now = cancelled
  endDelete(jobResponse(cancelled))
  t.ok(await screen.findByText('Importen er avbrutt'))
  t.ok(await screen.findByText('Tidligere importer (1)'), 'where it can be taken back')
  t.ok(sent.some(({ method }) => method === 'DELETE'))
})

test('a file without valid rows cannot be imported', async (t) => {
  const summary = { created: 0, updated: 0, skipped: 0, unchanged: 3, failed: 1 }
  const { user } = show(t, dialog, api([{ ...checked, answer: answer({ summary }) }]))
  await user.upload(screen.getByLabelText('CSV-fil'), csv())
  t.ok(await screen.findByText('Det er ingenting å importere. Ingenting er skrevet.'))
  t.equal(importButton().disabled, true)
})

test('an unusual price change comes first, also among many normal ones', async (t) => {
  const [jump] = answer().priceChanges
  const calm = Array.from({ length: 20 }, (_, at) => ({ ...jump!, line: at + 5, warning: null }))
  const priced = answer({ priceChanges: [...calm, jump!], priceChangeCount: 21 })
  const { user } = show(t, dialog, api([{ ...checked, answer: priced }]))
  await user.upload(screen.getByLabelText('CSV-fil'), csv())
  const table = await screen.findByRole('region', { name: 'Prisendringer' })
  t.equal(table.closest('details')!.open, true)
  t.match(within(table).getAllByRole('row')[1]!.textContent, /10 ganger/)
})

test('all changes can be viewed page by page', async (t) => {
  const [change] = answer().changes
  const page = (line: number) => [{ ...change!, line, field: 'Notater', from: 'før', to: 'nå' }]
  const long = job('checked', { answer: answer({ changeCount: 150 }) })
  const path = '/api/csv-import/jobs/i1/changes?limit=100&after='
  const { user } = show(
    t,
    dialog,
    api([long], {
      [`${path}0`]: () =>
        Response.json({ success: true, data: page(2) }, { headers: { 'x-next-after': '77' } }),
      [`${path}77`]: page(150),
    }),
  )
  await user.upload(screen.getByLabelText('CSV-fil'), csv())
  await user.click(await screen.findByText('Alle endringer i filens rekkefølge (151)'))
  t.ok(await screen.findByText('Side 1 av 2'))
  t.ok(await screen.findByRole('cell', { name: '2' }))
  await user.click(screen.getByRole('button', { name: 'Neste' }))
  t.ok(await screen.findByText('Side 2 av 2'))
  t.ok(await screen.findByRole('cell', { name: '150' }))
  await user.click(screen.getByRole('button', { name: 'Forrige' }))
  t.ok(await screen.findByRole('cell', { name: '2' }))
})

test('an earlier import can be undone after confirmation', async (t) => {
  const undone = job('undone', { undo: { removed: 2, restored: 1, kept: [], keptCount: 0 } })
  const unreadable = job('failed', { id: 'i3', rows: 0, error: 'Et sitattegn blir aldri lukket.' })
  const lists = [[done, unreadable, job('done', { id: 'i2', entity: 'suppliers' })], [undone]]
  const list = () => Response.json({ success: true, data: lists.shift() })
  const { user, sent } = show(
    t,
    dialog,
    api([undone], {
      '/api/csv-import/jobs': list,
      'POST /api/csv-import/jobs/i1/undo': job('undoing'),
    }),
  )
  await user.click(await screen.findByText('Tidligere importer (1)'))
  const answers = [false, true]
  const questions: string[] = []
  const { confirm } = globalThis
  t.teardown(() => Object.assign(globalThis, { confirm }))
  globalThis.confirm = (question) => {
    questions.push(question ?? '')
    return answers.shift()!
  }
  await user.click(screen.getByRole('button', { name: 'Angre import' }))
  t.same(questions, ['Er du sikker på at du vil angre importen av «deler.csv»?'])
  t.equal(
    sent.some(({ method }) => method === 'POST'),
    false,
  )
  await user.click(screen.getByRole('button', { name: 'Angre import' }))
  t.ok(await screen.findByText('Importen er angret'))
  t.ok(await screen.findByText('Angret: 2 fjernet, 1 tilbakestilt'))
})

test('a failed template download is explained; suppliers are matched by name only', async (t) => {
  const { user } = show(t, <CsvImportDialog entity={supplier} onClose={() => undefined} />, api([]))
  t.equal(screen.queryByLabelText('Unik nøkkel'), null)
  await user.click(screen.getByRole('button', { name: 'Last ned mal' }))
  t.ok(await screen.findByText('Kunne ikke laste ned CSV-mal for leverandører'))
})
