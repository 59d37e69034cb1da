import { test } from 'tap'
import type { ImportAnswer } from '#contracts/csv/answer.ts'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import { component, motor } from '#contracts/catalogue/index.ts'
import { screen, show, until, within, type Api } from '../testing/screen.tsx'
import { CsvImportDialog } from './csv-import-dialog.tsx'
import { api as apiFor, job } from './testing/examples.ts'

const answer: ImportAnswer = {
  success: true,
  message: 'Prøvekjøring: 1 komponenter oppdatert, 4 rader hoppet over',
  summary: { created: 0, updated: 1, skipped: 4, unchanged: 0, failed: 0 },
  createdSuppliers: 0,
  createdManufacturers: 0,
  skipped: { notFound: 3, discontinued: 1 },
  errors: [],
  warnings: [],
  warningCount: 0,
  priceChanges: [
    {
      line: 2,
      id: 7,
      title: 'Kabel',
      what: 'Listepris',
      from: 38.5,
      to: 42.35,
      percent: 10,
      warning: null,
    },
  ],
  priceChangeCount: 1,
  changes: [],
  changeCount: 0,
  refusal: null,
  understood: {
    format: 'nelfo',
    text: 'EFO/NELFO 4.0, varefil fra Nordlys Elektro AS, NOK, Windows-1252',
    encoding: 'windows-1252',
    delimiter: ';',
    decimal: null,
    currency: null,
    rows: 5,
    uniqueIdentifier: 'electricalNumber',
    columns: [{ heading: 'RabattGruppe', field: null }],
  },
  dryRun: true,
  importId: 'i1',
}
const checked = job('checked', { answer })
const api = (steps: JobAnswer[]): Api =>
  apiFor(steps, { '/api/suppliers': [{ id: 3, name: 'Nordlys Elektro' }] })
const priceFile = (name = 'V4.all') =>
  new File(['VH;EFONELFO;4.0;NO1MVA\r\nVL;1;0100001'], name, { type: '' })
const dialog = <CsvImportDialog entity={component} onClose={() => undefined} />
const importButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Importer CSV' })
const sentForms = (sent: readonly { method: string; body: unknown }[]) =>
  sent.filter(({ method }) => method === 'POST').map(({ body }) => body as FormData)

test('a price file is recognised by its first line, and has its own options', async (t) => {
  const { user, sent } = show(t, dialog, api([checked, checked, checked]))
  await user.selectOptions(screen.getByLabelText('Komponenter som finnes fra før'), 'skip')
  await user.upload(screen.getByLabelText('CSV-fil'), priceFile())
  t.ok(await screen.findByText(/Slik er filen lest: EFO\/NELFO 4\.0, varefil fra Nordlys/))
  t.equal(screen.queryByLabelText('Unik nøkkel'), null)
  t.equal(screen.queryByLabelText('Desimaltegn'), null)
  t.equal(screen.queryByText(/ukjente, og leses ikke/), null)
  t.ok(screen.getByLabelText('Tegnsett'))
  t.ok(
    screen.getByText(
      'Hoppes over: 3 med El-nummer som ikke er i katalogen, 1 som utgår hos grossisten',
    ),
  )
  t.ok(within(screen.getByRole('region', { name: 'Prisendringer' })).getByText('+10 %'))
  t.equal(sentForms(sent)[0]!.get('updateBehavior'), 'update', 'it is there to update')

  const unknown = screen.getByLabelText<HTMLSelectElement>('Varer som ikke er komponenter')
  t.equal(unknown.options[1]!.disabled, true, 'new components need a supplier')
  await screen.findByRole('option', { name: 'Nordlys Elektro' })
  await user.selectOptions(screen.getByLabelText('Gjelder komponenter fra'), 'Nordlys Elektro')
  await until(() => sentForms(sent).length === 2)
  t.equal(unknown.options[1]!.disabled, false)
  await user.selectOptions(unknown, 'create')
  await until(() => sentForms(sent).length === 3)
  t.same(
    ['supplier', 'otherSuppliers', 'unknownItems', 'priceType', 'otherDates'].map((name) =>
      sentForms(sent)[2]!.get(name),
    ),
    ['3', 'skip', 'create', 'file', 'skip'],
  )
  await until(() => !importButton().disabled)
})

test('an import that changes more prices than allowed cannot be run', async (t) => {
  const refusal = '12 priser endres med mer enn 15 %. Grensen er 10, så ingenting importeres.'
  const beyond = job('checked', { answer: { ...answer, refusal } })
  const { user, sent } = show(t, dialog, api([checked, beyond]))
  await user.upload(screen.getByLabelText('CSV-fil'), priceFile())
  await screen.findByText('Dette vil skje. Ingenting er skrevet ennå.')
  await user.type(screen.getByLabelText('Stopp hvis flere priser enn'), '10')
  await user.type(screen.getByLabelText('endres med mer enn (%)'), '15')
  await user.tab()
  t.ok(await screen.findByText(refusal))
  t.equal(importButton().disabled, true)
  const [, second] = sentForms(sent)
  t.same([second?.get('maxMovedPrices'), second?.get('movedPercent')], ['10', '15'])
})

test('a refused price file can be accepted on request', async (t) => {
  const refused = job('failed', { error: 'Prisene i filen gjaldt til 31.12.2019.' })
  const { user, sent } = show(t, dialog, api([refused, checked]))
  await user.upload(screen.getByLabelText('CSV-fil'), priceFile())
  await until(() => screen.getAllByText(/gjaldt til 31\.12\.2019/).length === 2)
  await user.selectOptions(screen.getByLabelText('Priser som ikke gjelder i dag'), 'take')
  t.ok(await screen.findByText('Dette vil skje. Ingenting er skrevet ennå.'))
  t.equal(sentForms(sent)[1]!.get('otherDates'), 'take')
})

test('a screen without price files treats one as not CSV', async (t) => {
  const { user, sent } = show(
    t,
    <CsvImportDialog entity={motor} onClose={() => undefined} />,
    api([]),
  )
  t.equal(screen.queryByText(/Prisfiler fra elektrogrossister/), null)
  const input = screen.getByLabelText<HTMLInputElement>('CSV-fil')
  input.removeAttribute('accept')
  await user.upload(input, priceFile())
  t.ok(await screen.findByText('Vennligst velg en CSV-fil'))
  t.equal(sentForms(sent).length, 0)
})

test('the user is asked about an uncertain character set of a price file', async (t) => {
  const error = 'Tegnsettet kan ikke gjenkjennes. Linje 2 leses «R›r» som Windows-1252, eller ...'
  const { user, sent } = show(t, dialog, api([job('failed', { error }), checked]))
  await user.upload(screen.getByLabelText('CSV-fil'), priceFile())
  const encoding = await screen.findByLabelText<HTMLSelectElement>('Tegnsett')
  t.equal(screen.queryByLabelText('Skilletegn'), null)
  t.match(encoding.textContent, /Mac Roman.*DOS \(CP865\)/)
  await user.selectOptions(encoding, 'DOS (CP865)')
  await until(() => sentForms(sent).length === 2)
  t.equal(sentForms(sent)[1]!.get('encoding'), 'cp865')
  await until(() => !importButton().disabled)
})
