// Must be the first import: libraries check for a document when they load.
import './testing/dom.ts'
import type { AnyRecord, RecordOf } from '#contracts/entity.ts'
import { motor } from '#contracts/catalogue/motor.ts'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import { assembly, entities, project } from '#contracts/catalogue/index.ts'
import { assemblies } from './assemblies/shared/form.ts'
import { columnsOf } from './catalogue/columns.tsx'
import { defineCatalogue, type Catalogue } from './catalogue/definition.ts'
import { sectionsOf } from './catalogue/record-details.tsx'
import { components } from './components/components-screen.tsx'
import { lists } from './lib/list-paths.ts'
import type { Sections } from './form/entity-form-dialog.tsx'
import { manufacturerCode } from './manufacturers/manufacturers-screen.tsx'
import { motors } from './motors/motors-screen.tsx'
import { pages } from './shell/pages.ts'

const sorted = (keys: readonly string[]) => keys.toSorted()
const placed = (sections: Sections | null) => Object.values(sections ?? {}).flat()

const files = globSync('*/*-screen.tsx', { cwd: import.meta.dirname })
const modules: Record<string, unknown>[] = await Promise.all(
  files.map((file) => import(`./${file}`)),
)
const exported = modules.flatMap((module) => Object.entries(module))

const isDefinition = (value: unknown): value is Catalogue =>
  typeof value === 'object' && value !== null && 'entity' in value
const screens = exported.map(([, value]) => value).filter(isDefinition)

test('every entity has a screen', async (t) => {
  const others: string[] = [project, assembly].map(({ name }) => name)
  t.same(
    sorted(screens.map(({ entity }) => entity.name)),
    sorted(entities.map(({ name }) => name).filter((name) => !others.includes(name))),
  )
})

test('every list is a page of the app', async (t) => {
  const paths = pages.map(({ path }) => path)
  for (const { path } of Object.values(lists)) t.ok(paths.includes(path), path)
})

test('every screen is a page of the app', async (t) => {
  const atStart = ['LoginScreen', 'SetUpScreen']
  const loaded = await Promise.all(pages.map(({ load }) => load()))
  for (const [name, value] of exported)
    if (name.endsWith('Screen') && name !== 'CatalogueScreen' && !atStart.includes(name))
      t.ok(loaded.includes(value as (typeof loaded)[number]), name)
})

test('every field of a definition is on its form exactly once, and priced entities have the price block', async (t) => {
  for (const { entity, form } of screens)
    t.same(
      sorted(placed(form)),
      sorted([...Object.keys(entity.fields), ...(entity.priced ? ['pricing'] : [])]),
      entity.name,
    )
  t.same(sorted(placed(assemblies.form)), sorted(Object.keys(assembly.fields)), 'assemblies')
})

const unseen = ({ entity, detail }: Catalogue) =>
  Object.keys(entity.fields).filter((key) => ![...placed(detail), 'image'].includes(key))

test('every field is visible in the details, or is the image', async (t) => {
  for (const screen of screens) t.same(unseen(screen), [], screen.entity.name)
})

test('what is only a column and in the form is in the details too', async (t) => {
  const { rpm, ...fields } = motor.fields
  const technical = { Ytelse: Object.keys(fields) as (keyof typeof fields)[] }
  t.same(unseen(defineCatalogue({ ...motors, technical })), [], rpm.label)
})

test('motors have the columns of the specification, in its order', async (t) => {
  const wanted = [
    'Beskrivelse',
    'Typebeskrivelse',
    'Kommunikasjonstype',
    'Effekt',
    'RPM',
    'Dreiemoment',
    'Aksel',
    'Kontroller',
    'Vekt',
    'Brems',
    'Leverandør',
    'Leverandør art.nr',
    'Produsent',
    'ITO art.nr',
    'Kostpris',
    'Salgspris',
  ]
  const labels = columnsOf(motors).map(({ label }) => label)
  t.same(
    labels.filter((label) => wanted.includes(label)),
    wanted,
  )
})

test('cells are formatted in Norwegian: numbers, units, money, references', async (t) => {
  const row = {
    id: 1,
    power: 0.75,
    brake: true,
    supplierId: 3,
    supplierName: 'SEW',
    pricing: { costPrice: 1234.5, salesPrice: 1.005, costPriceCurrency: 'EUR' },
  } as unknown as AnyRecord
  const text = Object.fromEntries(columnsOf(motors).map(({ key, text }) => [key, text?.(row)]))
  t.match(text, {
    power: '0,75\u00a0kW',
    brake: 'Ja',
    supplierId: 'SEW',
    costPrice: '1\u00a0234,50\u00a0EUR',
    salesPrice: '1,01\u00a0EUR',
    description: '',
    manufacturerId: '',
  })
})

test('details show a price with its factor to one decimal, or nothing without a price', async (t) => {
  const lines = (row: Partial<AnyRecord>) =>
    sectionsOf(components, {
      id: 1,
      ...row,
    }).find(({ title }) => title === 'Prisinformasjon')!.lines
  t.same(lines({ pricing: null }), [])
  const priced = lines({
    pricing: { costPrice: 10, priceFactor: 1.3, costPriceCurrency: 'NOK' } as AnyRecord['pricing'] &
      object,
  })
  t.match(priced.find(({ label }) => label === 'Prisfaktor')?.value, '1,3')
  t.match(priced.find(({ label }) => label === 'Kostpris')?.value, '10,00\u00a0kr')
})

test('the code of a manufacturer is its first three letters, or all if there are fewer', async (t) => {
  t.same(['Siemens', 'ABB', 'åkerströms', 'ab'].map(manufacturerCode), ['SIE', 'ABB', 'ÅKE', 'ab'])
})

test('a misspelled key of a record does not compile', async (t) => {
  const row: RecordOf<typeof motor> = { id: 1, description: 'Girmotor', supplierName: 'SEW' }
  // @ts-expect-error motors have no such field
  t.equal(row.descripton, undefined)
})

test('texts end with three dots, without a space before them', async (t) => {
  const sources = globSync('**/*.tsx', {
    cwd: import.meta.dirname,
    exclude: ['dist', '**/*.test.tsx'],
  })
  const spaced = sources.filter((file) =>
    /[a-zæøå.]( \.\.\.|\s?…)['"`<]/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  )
  t.same(spaced, [])
})
