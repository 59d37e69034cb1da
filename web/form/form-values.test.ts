// Must be the first import: libraries check for a document when they load.
import '../testing/dom.ts'
import type { AnyRecord } from '#contracts/entity.ts'
import { test } from 'tap'
import { component, motor, sensor, supplier } from '#contracts/catalogue/index.ts'
import { emptyValues } from '#contracts/fields.ts'
import {
  bodyOf,
  formSchema,
  formValuesOf,
  labelOf,
  noPrice,
  type FormValues,
} from './form-values.ts'
import { flatErrors } from './use-checked-form.ts'
import { notANumber } from '../fields/number-control.tsx'

const pricing = {
  id: 'motortype-7',
  entityType: 'motortype',
  entityId: 7,
  costPrice: 1234.5,
  costPriceCurrency: 'EUR',
  priceFactor: 1.25,
  listPrice: null,
  salesPrice: 1543.125,
  unit: 'stk',
  costPriceUpdatedAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
} as const
const item = {
  ...Object.fromEntries(Object.keys(motor.fields).map((key) => [key, null])),
  id: 7,
  supplierArticlenumber: 'R17',
  power: 0.75,
  shaft: 20,
  brake: true,
  supplierId: 3,
  bracketoptions: ['B5', 'B14'],
  pricing,
} as unknown as AnyRecord

const created = (formValues: Partial<FormValues>) =>
  bodyOf(motor, { ...formValuesOf(motor), ...formValues } as FormValues)
const changed = (formValues: Partial<FormValues>, row = item) =>
  bodyOf(motor, { ...formValuesOf(motor, row), ...formValues } as FormValues, row)
const isValid = (formValues: Partial<FormValues>) =>
  formSchema(motor, item).safeParse({ ...formValuesOf(motor, item), ...formValues }).success

test('an empty form sends only default values', async (t) => {
  const filled = Object.fromEntries(
    Object.entries(emptyValues(motor)).filter(([, value]) => value !== null),
  )
  t.match(filled, { bracketoptions: [], brake: false, otherFiles: [] })
  t.same(created({ supplierArticlenumber: 'R17' }), { supplierArticlenumber: 'R17', ...filled })
})

test('numbers and references are sent as numbers, texts as typed', async (t) => {
  t.match(created({ power: '0.75', supplierId: '3', shaft: 'Ø20 kile', brake: true }), {
    power: 0.75,
    supplierId: 3,
    shaft: 'Ø20 kile',
    brake: true,
  })
})

test('an unchanged form sends the values of the item', async (t) => {
  t.match(changed({}), {
    supplierArticlenumber: 'R17',
    power: 0.75,
    shaft: '20',
    supplierId: 3,
    description: null,
    pricing: { costPrice: 1234.5, costPriceCurrency: 'EUR', priceFactor: 1.25, listPrice: null },
  })
})

test('an emptied control clears its field', async (t) => {
  t.match(changed({ power: '', supplierId: '', shaft: ' ', bracketoptions: [] }), {
    power: null,
    supplierId: null,
    shaft: null,
    bracketoptions: [],
  })
})

test('an invalid number is refused, not treated as empty', async (t) => {
  t.ok(isValid({}))
  t.notOk(isValid({ power: notANumber }))
  t.notOk(isValid({ pricing: { ...noPrice, costPrice: notANumber } }))
})

test('an untouched price is not sent; a missing price keeps the default', async (t) => {
  t.same(formValuesOf(motor, { ...item, pricing: null })['pricing'], noPrice)
  t.notOk('pricing' in changed({}, { ...item, pricing: null }))
  t.match(created({ pricing: { ...noPrice, costPrice: '10' } }), {
    pricing: { costPrice: 10, costPriceCurrency: 'NOK', priceFactor: 1, unit: 'stk' },
  })
  const reason = 'Ny avtale'
  t.notOk('pricing' in changed({ pricing: { ...noPrice, reason } }, { ...item, pricing: null }))
  t.match(changed({ pricing: { ...noPrice, costPrice: '10', reason } }), { pricing: { reason } })
})

test('the form of every definition is valid with only its required fields', async (t) => {
  const filled = {
    [supplier.name]: { name: 'A', orderEmail: 'a@b.no' },
    [component.name]: { description: 'A' },
    [sensor.name]: { description: 'A' },
  }
  for (const entity of [supplier, component, sensor]) {
    const schema = formSchema(entity)
    t.notOk(schema.safeParse(formValuesOf(entity)).success, `${entity.name} is not valid empty`)
    t.ok(schema.safeParse({ ...formValuesOf(entity), ...filled[entity.name] }).success, entity.name)
  }
})

test('the price block is validated by the rules of prices', async (t) => {
  const message = (formValue: Partial<typeof noPrice>) =>
    formSchema(motor).safeParse({
      ...formValuesOf(motor),
      supplierArticlenumber: 'x',
      pricing: { ...noPrice, ...formValue },
    }).error?.issues[0]?.message
  t.equal(message({ costPrice: '-1' }), 'Kostpris må være positiv')
  t.equal(message({ costPrice: '1', priceFactor: '' }), 'Prisfaktor må angis når kostpris er satt')
  t.equal(message({ listPrice: '1', unit: '' }), 'Enhet er påkrevd')
  t.equal(
    message({ costPrice: '1', priceFactor: '10.1' }),
    'Prisfaktor kan ikke være høyere enn 10',
  )
})

test('errors are flattened, with a label and a default message', async (t) => {
  const errors = flatErrors({
    description: { type: 'custom', message: '' },
    pricing: { priceFactor: { type: 'custom', message: 'Prisfaktor må være minst 0.1' } },
    root: { message: 'not a field' },
  })
  t.same(
    errors.map(({ path, message }) => `${labelOf(motor)(path)}: ${message}`),
    ['Beskrivelse: Dette feltet er påkrevd', 'Prisfaktor: Prisfaktor må være minst 0.1'],
  )
})
