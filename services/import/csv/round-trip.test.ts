import fc from 'fast-check'
import { test } from 'tap'
import { component, motor, sensor, supplier } from '#contracts/catalogue/index.ts'
import { nameKey, referenceKeys, type Entity } from '#contracts/entity.ts'
import { createSchema } from '#contracts/field-schemas.ts'
import { reference, type Field, type Kind, type Value } from '#contracts/fields.ts'
import type { Price } from '#contracts/pricing.ts'
import { oneLine } from '#contracts/text.ts'
import {
  exportCells,
  exportHeadings,
  byteOrderMark,
  csvLine,
  headingLine,
} from '#contracts/csv/write.ts'
import type { Known } from './differences.ts'
import { fileOf, planned } from './testing/files.ts'

const hostile = fc.string({
  unit: fc.constantFrom(...Array.from(`ab1,.;|"'=+-@\t\r\n \u00a0\u00ad\u200bæa\u030a€\\_%0K😀`)),
  maxLength: 12,
})
const text = fc.oneof(
  hostile,
  fc.constantFrom('=HYPERLINK("http://x")', '0812345', '7.04E+12', '1.234', "'=1", 'Ja', '', '-'),
)
const amount = fc.oneof(
  fc.integer({ min: -10_000_000, max: 10_000_000 }).map((value) => value / 1_000),
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
)

const values: Record<Kind, (field: Field) => fc.Arbitrary<unknown>> = {
  text: () => text,
  multiline: () => text,
  suggestion: () => text,
  phone: () => text,
  email: () => fc.constantFrom('', '+@x.no', '=a@b.no'),
  url: () => fc.constantFrom('', '-x.no', 'https://x.no/?a=1;b'),
  number: () => fc.option(amount),
  measure: () => fc.oneof(text, amount),
  flag: () => fc.boolean(),
  choice: ({ options }) => fc.constantFrom('', ...(options ?? [])),
  list: () => fc.array(text, { maxLength: 3 }),
  reference: () => fc.constant(3),
  file: () => fc.constant(null),
  files: () => fc.constant([]),
}

/** Any value that a form would accept for a field, as it is then stored. */
const stored = (field: Field): fc.Arbitrary<Value> => {
  const schema = createSchema({ ...field, required: false })
  return values[field.kind](field)
    .map((value) => schema.safeParse(value))
    .filter(({ success }) => success)
    .map(({ data }) => data as Value)
}

const decimal = (most: number) => fc.integer({ min: 0, max: most }).map((value) => value / 10_000)
const prices = fc.option(
  fc.record({
    costPrice: fc.option(decimal(1e12)),
    costPriceCurrency: fc.constantFrom('NOK', 'EUR'),
    priceFactor: fc.integer({ min: 1_000, max: 100_000 }).map((value) => value / 10_000),
    listPrice: fc.option(decimal(1e12)),
    unit: fc.constantFrom('stk', 'm', '=x', '100 stk'),
  }),
)

const records = (entity: Entity) =>
  fc.record({
    pricing: entity.priced ? prices : fc.constant(null),
    names: fc.record(
      Object.fromEntries(
        referenceKeys(entity).map((key) => [key, hostile.map((name) => oneLine(name) || 'x')]),
      ),
    ),
    values: fc.record(
      Object.fromEntries(Object.entries(entity.fields).map(([key, field]) => [key, stored(field)])),
    ),
  })

const serviced = {
  ...motor,
  fields: { ...motor.fields, serviceId: reference('Serviceleverandør', { to: 'suppliers' }) },
}

test('a list that was exported imports without a change, whatever stands in it', async (t) => {
  for (const entity of [component, motor, serviced, sensor, supplier] as readonly Entity[])
    for (const [delimiter, mark, start] of [
      [';', ',', byteOrderMark],
      [',', '.', ''],
    ] as const)
      await fc.assert(
        fc.asyncProperty(records(entity), async ({ values: held, pricing, names }) => {
          const answered = Object.entries(names).map(([key, name]) => [nameKey(key), name])
          const record = { ...held, ...Object.fromEntries(answered), pricing }
          const content = [
            start,
            headingLine(exportHeadings(entity), delimiter),
            csvLine(exportCells(entity, record, mark), delimiter),
          ].join('')
          const known: Known = {
            id: 1,
            version: 0n,
            offers: [],
            values: held,
            price:
              pricing &&
              (Object.fromEntries(
                Object.entries(pricing).map(([key, value]) => [
                  key,
                  typeof value === 'number' ? String(value) : value,
                ]),
              ) as Price),
            names,
          }
          for (const emptyCells of ['keep', 'clear'] as const) {
            const [plan, ...more] = await planned(entity, fileOf(content, 999), {
              known,
              options: { emptyCells },
            })
            // A record with nothing to show in the file is a blank line, which is no row.
            if (more.length > 0 || (plan && plan.outcome !== 'unchanged'))
              throw new Error(JSON.stringify({ emptyCells, plan, more, content }))
          }
        }),
        { numRuns: 60 },
      )
  t.pass('nothing changed')
})
