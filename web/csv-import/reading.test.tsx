import { useState } from 'react'
import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import { fireEvent, screen, show, until, within } from '../testing/screen.tsx'
import { readDraft } from '../lib/drafts.ts'
import { CsvImportDialog } from './csv-import-dialog.tsx'
import { answer, api, checked, csv, done, job, jobResponse } from './testing/examples.ts'

const dialog = <CsvImportDialog entity={component} onClose={() => undefined} />
const importButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Importer CSV' })

test('the user maps unknown headings once, and the next such file reuses the mapping', async (t) => {
  const headings = ['Varenr', 'Varenavn', 'Farge']
  const asking = job('failed', { error: 'Filen mangler kolonnene. Overskriftene er x', headings })
  const { user, sent } = show(t, dialog, api([asking, checked, asking, checked, checked, checked]))
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

  await screen.findByText('Dette vil skje. Ingenting er skrevet ennå.')
  await user.selectOptions(screen.getByLabelText('Desimaltegn'), '.')
  await user.selectOptions(await screen.findByLabelText('Skilletegn'), '|')
  await until(() => mappings().length === 6)
  t.same(mappings().slice(4), [JSON.stringify(said), null], 'the headings may be others now')
  await until(() => !importButton().disabled)
})

test('a wrong separator or encoding can be corrected if columns are missing', async (t) => {
  const asking = job('failed', { error: 'Filen mangler kolonnen.', headings: ['Varenr|Varenavn'] })
  const { user, sent } = show(t, dialog, api([asking, asking, checked]))
  await user.upload(screen.getByLabelText('CSV-fil'), csv())
  await screen.findByText('Hvilke kolonner er hva?')
  t.equal(screen.getByLabelText<HTMLSelectElement>('Skilletegn').value, '', 'it was guessed')
  t.equal(screen.queryByLabelText('Desimaltegn'), null, 'no number was read yet')
  await user.selectOptions(screen.getByLabelText('Tegnsett'), 'windows-1252')
  await user.selectOptions(screen.getByLabelText('Skilletegn'), '|')
  t.ok(await screen.findByText('Dette vil skje. Ingenting er skrevet ennå.'))
  const last = sent.findLast(({ method }) => method === 'POST')!.body as FormData
  t.same([last.get('encoding'), last.get('delimiter')], ['windows-1252', '|'])
})

test('the user is asked about ambiguous numbers, and the last result stays visible', async (t) => {
  const errors = [{ line: 2, column: 'Kostpris', value: '1.234', message: '… Velg desimaltegn' }]
  const undecided = answer({ errors })
  const { understood } = undecided
  const asking = job('checked', {
    answer: { ...undecided, understood: { ...understood, decimal: null } },
  })
  const { promise: read, resolve: finish } = Promise.withResolvers<Response>()
  const first = [jobResponse(asking)]
  const { user } = show(
    t,
    dialog,
    api([], {
      '/api/csv-import/jobs/i1': () => first.shift() ?? read,
    }),
  )
  await user.upload(screen.getByLabelText('CSV-fil'), csv())
  t.ok(await screen.findByText(/Tall i filen kan leses på to måter\. Velg desimaltegn/))
  const decimal = screen.getByLabelText<HTMLSelectElement>('Desimaltegn')
  t.same([decimal.value, decimal.getAttribute('aria-invalid')], ['', 'true'])
  await user.selectOptions(decimal, ',')
  t.ok(await screen.findByText('Leser filen på nytt...'))
  t.equal(document.activeElement, decimal, 'the keyboard stays where it was')
  t.ok(screen.getByRole('region', { name: 'Feil' }), 'and nothing jumps away')
  t.equal(importButton().disabled, true)
  finish(jobResponse(checked))
  t.ok(await screen.findByText('Dette vil skje. Ingenting er skrevet ennå.'))
  t.equal(screen.queryByText(/kan leses på to måter\. Velg/), null)
})

test('another sheet of a workbook can be chosen, also if the first cannot be read', async (t) => {
  const sheets = [
    { name: 'Forside', isHidden: false },
    { name: 'Priser', isHidden: true },
  ]
  const asking = job('failed', { error: 'Filen mangler kolonnen.', headings: ['Firma'], sheets })
  const understood = { ...answer().understood, format: 'xlsx', sheet: 'Priser' } as const
  const read = job('checked', { answer: answer({ understood }), sheets })
  const { user, sent } = show(t, dialog, api([asking, read]))
  const workbook = new File([Uint8Array.of(0x50, 0x4b, 3, 4)], 'deler.xlsx')
  await user.upload(screen.getByLabelText('CSV-fil'), workbook)
  const select = await screen.findByLabelText<HTMLSelectElement>('Ark')
  t.same(
    [...select.options].map(({ text }) => text),
    ['Det første som vises', 'Forside', 'Priser (skjult)'],
  )
  await user.selectOptions(select, 'Priser (skjult)')
  await screen.findByText(/Dette vil skje/)
  t.equal(screen.queryByLabelText('Skilletegn'), null)
  t.ok(screen.getByText('Kolonnene i filen'))
  const forms = sent.filter(({ method }) => method === 'POST').map(({ body }) => body as FormData)
  t.same(
    forms.map((form) => form.get('sheet')),
    [null, 'Priser'],
  )
})

test('the currency of amounts without one can be chosen, for this file only', async (t) => {
  const unnamed = job('checked', {
    answer: answer({ understood: { ...answer().understood, currency: 'NOK' } }),
  })
  const { user, sent } = show(t, dialog, api([unnamed, unnamed, unnamed]))
  await user.upload(screen.getByLabelText('CSV-fil'), csv())
  await screen.findByText(/Dette vil skje/)
  const select = () => screen.getByLabelText<HTMLSelectElement>('Beløp uten valuta er i')
  t.equal(select().selectedOptions[0]!.textContent, 'Ikke valgt (leses som NOK)')
  t.ok(screen.getByText(/Filen sier ikke hvilken valuta beløpene er i\. De leses som NOK/))
  await user.selectOptions(select(), 'EUR')
  const chosen = () =>
    sent
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => (body as FormData).get('currency'))
  await until(() => chosen().length === 2)
  await user.click(screen.getByRole('button', { name: 'Fjern filen' }))
  await user.upload(screen.getByLabelText('CSV-fil'), csv('neste.csv'))
  await until(() => chosen().length === 3)
  t.same(chosen(), [null, 'EUR', null])
  await until(() => !importButton().disabled)
})

test('a first price is marked as one', async (t) => {
  const [change] = answer().priceChanges
  const priceChanges = [{ ...change!, from: null, to: 12.5, percent: null, warning: null }]
  const first = job('checked', { answer: answer({ priceChanges }) })
  const { user } = show(t, dialog, api([first]))
  await user.upload(screen.getByLabelText('CSV-fil'), csv())
  await screen.findByText(/Dette vil skje/)
  const row = within(screen.getByRole('region', { name: 'Prisendringer' })).getAllByRole('row')[1]!
  t.same(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
    ['3', 'Lager (åpnes i ny fane)Kostpris', 'ingen pris', '12,50'],
  )
})

test('an ignored column is not called unknown', async (t) => {
  const columns = ['Beskrivelse', 'Leverandor art.nr', 'Farge'].map((heading) => ({
    heading,
    field: heading === 'Farge' ? null : heading,
  }))
  const understood = { ...answer().understood, columns }
  const read = job('checked', { answer: answer({ understood }) })
  const { user } = show(t, dialog, api([read, read]))
  await user.upload(screen.getByLabelText('CSV-fil'), csv())
  await screen.findByText(/Disse kolonnene er ukjente.*Farge/)
  await user.click(screen.getByRole('button', { name: 'Les filen slik', hidden: true }))
  await until(() => screen.queryByText(/Disse kolonnene er ukjente/) === null)
  t.ok(screen.getByText('Kolonnene i filen'))
})

test('after a crash the import continues, and the same file is read with the same options', async (t) => {
  const Tab = () => {
    const [crashes, setCrashes] = useState(0)
    return (
      <>
        <button onClick={() => setCrashes(crashes + 1)}>Krasj</button>
        <CsvImportDialog key={crashes} entity={component} onClose={() => undefined} />
      </>
    )
  }
  const crash = () => fireEvent.click(screen.getByText('Krasj'))
  let now = checked
  const { user, sent } = show(
    t,
    <Tab />,
    api([], {
      '/api/csv-import/jobs/i1': () => jobResponse(now),
      'POST /api/csv-import/jobs/i1/run': () => {
        now = done
        return jobResponse(job('running'))
      },
    }),
  )
  const forms = () =>
    sent.filter(({ body }) => body instanceof FormData).map(({ body }) => body as FormData)
  await user.upload(screen.getByLabelText('CSV-fil'), csv())
  await screen.findByText(/Dette vil skje/)
  await user.selectOptions(screen.getByLabelText('Desimaltegn'), '.')
  await until(() => forms().length === 2)
  await user.type(await screen.findByLabelText('Begrunnelse'), 'Ny avtale')
  crash()
  await user.click(await screen.findByRole('button', { name: 'Hent det' }))
  t.ok(await screen.findByText(/«deler.csv» er lest som vist under/))
  await user.upload(screen.getByLabelText('CSV-fil'), csv())
  await until(() => forms().length === 3)
  t.equal(forms()[2]!.get('decimal'), '.')
  await until(() => !importButton().disabled)
  crash()
  await user.click(await screen.findByRole('button', { name: 'Hent det' }))
  await until(() => !importButton().disabled)
  await user.click(importButton())
  await screen.findByText('CSV Import Fullført')
  t.same(sent.find(({ path }) => path.endsWith('/run'))!.body, { reason: 'Ny avtale' })
  t.equal(readDraft('kari.import/componenttypes'), undefined)
})
