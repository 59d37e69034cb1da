import type { AnyRecord, RecordOf } from '#contracts/entity.ts'
import type { motor } from '#contracts/catalogue/motor.ts'
import { test } from 'tap'
import { assembly } from '#contracts/catalogue/index.ts'
import { formSections } from './assemblies/form-sections.ts'
import { components } from './components/components-screen.tsx'
import { columnsOf } from './catalogue/columns.ts'
import { anyDefinition } from './catalogue/definition.ts'
import { sectionsOf } from './catalogue/record-details.tsx'
import { manufacturers, manufacturerCode } from './manufacturers/manufacturers-screen.tsx'
import { motors } from './motors/motors-screen.tsx'
import { sensors } from './sensors/sensors-screen.tsx'
import { suppliers } from './suppliers/suppliers-screen.tsx'

const screens = [
  anyDefinition(suppliers),
  anyDefinition(manufacturers),
  anyDefinition(components),
  anyDefinition(motors),
  anyDefinition(sensors),
]

const sorted = (keys: readonly string[]) => keys.toSorted()
const placed = (sections: readonly { fields: readonly string[] }[] = []) =>
  sections.flatMap(({ fields }) => fields)

test('every field of a definition is on its form, once, and the price block where there are prices', async (t) => {
  for (const { entity, form } of screens)
    t.same(
      sorted(placed(form)),
      sorted([...Object.keys(entity.fields), ...(entity.priced ? ['pricing'] : [])]),
      entity.name,
    )
  t.same(sorted(placed(formSections)), sorted(Object.keys(assembly.fields)), 'assemblies')
})

test('every field can be seen: in the details, as a column, or as the image', async (t) => {
  for (const { entity, columns, detail } of screens) {
    const seen = new Set<string>([...columns, ...placed(detail), 'image'])
    t.same(
      Object.keys(entity.fields).filter((key) => !seen.has(key)),
      [],
      entity.name,
    )
  }
})

test('motors have the columns of the specification, in its order', async (t) => {
  t.same(
    columnsOf(anyDefinition(motors)).map(({ label }) => label),
    [
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
    ],
  )
})

test('a cell reads in Norwegian: figures, units, money, names of references', async (t) => {
  const row = {
    id: 1,
    power: 0.75,
    brake: true,
    supplierId: 3,
    supplierName: 'SEW',
    pricing: { costPrice: 1234.5, salesPrice: 1.005, costPriceCurrency: 'EUR' },
  } as unknown as AnyRecord
  const text = Object.fromEntries(
    columnsOf(anyDefinition(motors)).map(({ key, text }) => [key, text?.(row)]),
  )
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

test('details show a price with its factor to one decimal, and nothing where there is none', async (t) => {
  const lines = (row: Partial<AnyRecord>) =>
    sectionsOf(anyDefinition(components), {
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

test('the code of a manufacturer is its first three letters, or all there are', async (t) => {
  t.same(['Siemens', 'ABB', 'åkerströms', 'ab'].map(manufacturerCode), ['SIE', 'ABB', 'ÅKE', 'ab'])
})

test('a misspelt key of a record does not compile', async (t) => {
  const row: RecordOf<typeof motor> = { id: 1, description: 'Girmotor', supplierName: 'SEW' }
  // @ts-expect-error no motor has it
  t.equal(row.descripton, undefined)
})
