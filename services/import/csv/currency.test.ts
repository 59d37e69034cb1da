import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import { foreignCurrencyIn } from '#contracts/csv/amounts.ts'
import type { Known } from './differences.ts'
import { columnsFor } from '#contracts/csv/headings.ts'
import { UnreadableFile } from './row.ts'
import { scan } from './scan.ts'
import { fileOf, planned } from './testing/files.ts'

const aFile = (heading: string, ...amounts: string[]) =>
  fileOf(
    `Beskrivelse;Leverandor art.nr;${heading}\n${amounts.map((one, at) => `Bolt;${at};${one}`).join('\n')}\n`,
  )
const known: Known = {
  id: 7,
  version: 0n,
  values: { description: 'Bolt', supplierArticlenumber: '0', unit: 'kg' },
  names: {},
  offers: [],
  price: {
    costPrice: '10',
    costPriceCurrency: 'EUR',
    priceFactor: '1',
    listPrice: null,
    unit: 'kg',
  },
}

test('a currency that prices cannot have is a fault of the file, by name', async (t) => {
  const headings: [string, string][] = [
    ['Unit Price CAD', 'CAD'],
    ['Pris PLN', 'PLN'],
    ['Kostpris [JPY]', 'JPY'],
    ['Listepris (CHF)', 'CHF'],
    ['unit_price_pln', 'PLN'],
    ['Kostpris ¥', '¥'],
    ['Kostpris (zł)', 'zł'],
    ['Price CA$', 'CA$'],
  ]
  for (const [heading, name] of headings) {
    try {
      await scan(component, aFile(heading, '10'))
      t.fail(heading)
    } catch (error) {
      t.ok(error instanceof UnreadableFile)
      t.match((error as Error).message, `«${heading}» er i ${name},`)
      t.ok((error as UnreadableFile).headings?.includes(heading), 'it can be mapped')
    }
    const said = await planned(component, aFile(heading, '10'), { currency: 'SEK' })
    const price = { outcome: 'created', body: { pricing: { costPriceCurrency: 'SEK' } } }
    t.match(said, [price], `${heading} when somebody says`)
    const mapping = { [heading]: '' }
    t.match(await planned(component, aFile(heading, '10'), { mapping }), [{ outcome: 'created' }])
  }
  const mapping = { 'Hva CAD': 'pricing.costPrice' }
  await t.rejects(scan(component, aFile('Hva CAD', '10'), { mapping }), { message: /er i CAD/ })
})

test('what a price can be in is no fault', async (t) => {
  const price = (code: string) => [{ body: { pricing: { costPriceCurrency: code } } }]
  for (const [heading, code] of [
    ['Pris EUR', 'EUR'],
    ['Unit Price (US$)', 'USD'],
    ['Kostpris £', 'GBP'],
    ['Pris [SEK]', 'SEK'],
  ] as const) {
    t.equal(foreignCurrencyIn(heading), null)
    t.match(await planned(component, aFile(heading, '10')), price(code), heading)
    t.equal((await scan(component, aFile(heading, '10'))).currency, null)
  }
})

test('amounts that name no currency are said to be NOK, or what somebody chose', async (t) => {
  const currency = async (heading: string, amount: string, chosen?: 'EUR') =>
    (await scan(component, aFile(heading, amount), { currency: chosen })).currency
  t.same(await currency('Kostpris', '10'), { code: 'NOK', isChosen: false })
  t.same(await currency('Kostpris', '10', 'EUR'), { code: 'EUR', isChosen: true })
  t.same(await currency('Kostpris', 'kr 10'), { code: 'NOK', isChosen: false })
  t.same(await currency('Kostpris;Valuta', '10;'), { code: 'NOK', isChosen: false })
  t.equal(await currency('Kostpris;Valuta', '10;SEK'), null)
  t.equal(await currency('Kostpris', '10 EUR'), null)
  t.equal(await currency('Kostpris', ''), null)
  t.equal(await currency('Notater', '10'), null)
  const plan = (amount: string, chosen?: 'EUR') =>
    planned(component, aFile('Kostpris', amount), { currency: chosen })
  t.match(await plan('10', 'EUR'), [{ body: { pricing: { costPriceCurrency: 'EUR' } } }])
  t.match(await plan('10 USD', 'EUR'), [{ body: { pricing: { costPriceCurrency: 'USD' } } }])
  t.match(await plan('kr 10', 'EUR'), [
    { errors: [{ column: 'Kostpris', message: 'Beløpet er i kroner, men valutaen er EUR' }] },
  ])
})

test('a price in another currency is not taken for NOK unless somebody says so', async (t) => {
  const plan = (amount: string, more = {}) =>
    planned(component, aFile('Kostpris', amount), { known, ...more })
  t.match(await plan('12'), [
    {
      outcome: 'failed',
      errors: [{ column: 'Kostpris', value: '12', message: /er i EUR\. Velg/ }],
    },
  ])
  t.match(await plan('12', { options: { updateBehavior: 'skip' } }), [{ outcome: 'skipped' }])
  t.match(await plan('12', { currency: 'EUR' }), [{ body: { pricing: { costPrice: 12 } } }])
  t.match(await plan('12', { currency: 'NOK' }), [
    { prices: [{ warning: 'Valutaen endres også' }, { from: 'EUR', to: 'NOK' }] },
  ])
})

test('what a price is for follows Enhet, for new records and old', async (t) => {
  const file = (...rows: string[]) => aFile('Enhet;Kostpris EUR', ...rows)
  t.match(await planned(component, file('l;12')), [{ body: { pricing: { unit: 'l' } } }])
  t.match(await planned(component, file('l;12'), { known }), [
    { body: { unit: 'l', pricing: { unit: 'l', costPrice: 12 } } },
  ])
  t.match(await planned(component, aFile('Enhet', 'l'), { known }), [
    {
      body: { unit: 'l', pricing: { unit: 'l' } },
      prices: [{ what: 'Prisenhet', from: 'kg', to: 'l', warning: /gjelder en annen enhet/ }],
    },
  ])
  t.match(await planned(component, aFile('Enhet;Prisenhet', 'l;m'), { known }), [
    { body: { unit: 'l', pricing: { unit: 'm' } } },
  ])
  t.match(await planned(component, aFile('Enhet', 'kg'), { known }), [{ outcome: 'unchanged' }])
  t.match(await planned(component, aFile('Enhet', 'l'), { known: { ...known, price: null } }), [
    { body: { unit: 'l', pricing: undefined } },
  ])
})

test('too long a unit is said in its own words', async (t) => {
  const errors = [{ column: 'Enhet', message: 'Enhet kan ikke være lengre enn 10 tegn' }]
  for (const before of [null, known])
    t.match(await planned(component, aFile('Enhet', 'kilometerlang'), { known: before }), [
      { errors },
    ])
})

test('what other systems call columns is known, the seller’s number before the maker’s', async (t) => {
  const keys = (...headings: string[]) =>
    columnsFor(component, headings).map((column) => column?.key ?? null)
  t.same(keys('Pris', 'Part Number'), ['pricing.costPrice', 'supplierArticlenumber'])
  t.same(keys('MPN', 'SKU', 'Price'), [null, 'supplierArticlenumber', 'pricing.costPrice'])
  t.same(keys('Unit Price', 'Kostpris'), [null, 'pricing.costPrice'])
  t.same(keys('Enhet', 'Unit Price (EUR)'), ['unit', 'pricing.costPrice'])
})
