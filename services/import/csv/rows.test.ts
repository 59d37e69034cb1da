import { test } from 'tap'
import { component, sensor } from '#contracts/catalogue/index.ts'
import { identifierFor } from './header-row.ts'
import { identityBy } from './csv-rules.ts'
import type { Known } from './differences.ts'
import { priceChanges } from './price-changes.ts'
import { createRowReader } from './read-row.ts'
import { scan } from './scan.ts'
import { fileOf, planned } from './testing/files.ts'

const columns =
  'Beskrivelse;Leverandor art.nr;ITO art.nr;El-Nummer;Vekt;Enhet;Kostpris;Kostpris valuta;Prisfaktor;Tags;Leverandor'
const aFile = (...rows: string[]) => fileOf(`${columns}\n${rows.join('\n')}\n`)

test('a row becomes the body a form would send', async (t) => {
  const [plan] = await planned(
    component,
    aFile('Lager;0815;K-1;0812345;0,15 kg;m;kr 1 234,50;nok;1,4;rød, rød;Nordlys AS'),
  )
  t.match(plan, {
    outcome: 'created',
    names: { supplierId: 'Nordlys AS' },
    body: {
      description: 'Lager',
      supplierArticlenumber: '0815',
      electricalNumber: '0812345',
      weight: 0.15,
      tags: ['rød'],
      supplierId: null,
      pricing: {
        costPrice: 1234.5,
        costPriceCurrency: 'NOK',
        priceFactor: 1.4,
        unit: 'm',
        listPrice: null,
      },
    },
  })
  const english = fileOf('description,supplier article number,cost price\nBearing,1,12.5\n')
  t.match(await planned(component, english), [
    { body: { pricing: { costPrice: 12.5, priceFactor: 1, unit: 'stk' } } },
  ])
})

test('each rule is reported by line, column, value and rule', async (t) => {
  const rows: [string, string, string, RegExp][] = [
    ['Feil;A-6;;;;;-1;NOK;1;;', 'Kostpris', '-1', /Kostpris må være positiv/],
    ['Feil;A-7;;;;;10;NOK;0,05;;', 'Prisfaktor', '0,05', /Prisfaktor må være minst 0.1/],
    ['Feil;A-8;;;;;10;NOK;11;;', 'Prisfaktor', '11', /Prisfaktor kan ikke være høyere enn 10/],
    ['Feil;A-9;;;;;10;CNY;1;;', 'Kostpris valuta', 'CNY', /en av: NOK, EUR/],
    ['Feil;A-10;;;;;10;NOK;;;', 'Prisfaktor', '', /Prisfaktor må angis når kostpris er satt/],
    ['Feil;A-11;;;;kilometerlang;;;;;', 'Enhet', 'kilometerlang', /10 tegn/],
    [';A-12;;;;;;;;;', 'Beskrivelse', '', /påkrevd/],
    ['Feil;;;;;;;;;;', 'Leverandor art.nr', '', /påkrevd/],
    ['Feil;A-13;;;tung;;;;;;', 'Vekt', 'tung', /tung er ikke et tall/],
    ['Feil;A-14;;;;;EUR 10;NOK;1;;', 'Kostpris', 'EUR 10', /Beløpet er i EUR, men valutaen er NOK/],
    ['Kort;A-15', '', 'Kort · A-15', /2 felt, og overskriften 11/],
    ['Lang;A-16;;;;;;;;;;mer', '', 'Lang', /12 felt/],
  ]
  const plans = await planned(component, aFile(...rows.map(([row]) => row)))
  for (const [index, [row, column, value, message]] of rows.entries()) {
    const plan = plans[index]!
    if (plan.outcome !== 'failed') throw new Error(`${row}: ${plan.outcome}`)
    t.equal(plan.errors.length, 1, row)
    t.match(plan.errors[0], { line: index + 2, column, message }, row)
    t.match(plan.errors[0]!.value, column === '' ? /·/ : value, row)
  }
})

test('1.234 is asked about, unless the file or the user says which mark is the decimal one', async (t) => {
  const row = 'Aksel;A-5;;;;;1.234;NOK;1;;'
  const plan = async (...more: [string?, object?]) => {
    const [extra, choices] = more
    return (await planned(component, aFile(row, ...(extra ? [extra] : [])), choices))[0]
  }
  t.match(await plan(), {
    outcome: 'failed',
    errors: [
      {
        line: 2,
        column: 'Kostpris',
        value: '1.234',
        message: /1,234 eller 1234\. Velg desimaltegn/,
      },
    ],
  })
  t.match(await plan('B;2;;;;;0,5;;;;'), { body: { pricing: { costPrice: 1234 } } })
  t.match(await plan('B;2;;;;;0.5;;;;'), { body: { pricing: { costPrice: 1.234 } } })
  t.match(await plan('B;2;;;0,1;;0.5;;;;'), { outcome: 'failed' })
  t.match(await plan(undefined, { decimal: ',' }), { body: { pricing: { costPrice: 1234 } } })
})

test('what is odd but allowed is warned about', async (t) => {
  const plans = await planned(
    component,
    aFile('Dyr;A-9;;;;;10;NOK;5,5;;', 'EAN;7,04E+12;K-2;12345;;;;;;;', 'ZW;A-\u200b21;;;;;;;;;'),
  )
  t.same(
    plans.map(({ outcome }) => outcome),
    ['created', 'created', 'created'],
  )
  t.match(plans[0]!.warnings, [{ column: 'Prisfaktor', message: /Høy prisfaktor/ }])
  t.match(plans[1]!.warnings, [
    { value: '7,04E+12', message: /Excel/ },
    { value: '12345', message: /7 sifre/ },
  ])
  t.match(plans[2], {
    body: { supplierArticlenumber: 'A-21' },
    warnings: [{ message: /Usynlige/ }],
  })
})

const known: Known = {
  id: 7,
  version: 0n,
  values: {
    description: 'La\u030ager',
    supplierArticlenumber: 'A-1',
    itoArticlenumber: 'K-1',
    weight: 0.15,
    tags: ['x'],
    supplierId: 3,
  },
  price: {
    costPrice: '100',
    costPriceCurrency: 'NOK',
    priceFactor: '1.4',
    listPrice: null,
    unit: 'stk',
  },
  names: { supplierId: 'Nordlys  AS' },
  offers: [],
}

test('only what differs is changed; an empty cell says nothing unless it is asked to', async (t) => {
  const same = aFile('Låger;A-1;K-1;;0,150;;100,00;NOK;1,4;x;nordlys as')
  t.match(await planned(component, same, { known }), [{ outcome: 'unchanged', id: 7 }])
  const partly = aFile(';;K-1;;0,2;;;;;;')
  const [plan] = await planned(component, partly, { known })
  t.strictSame(plan, {
    line: 2,
    outcome: 'updated',
    id: 7,
    body: { weight: 0.2 },
    names: {},
    prices: [],
    warnings: [],
  })
  t.match(await planned(component, partly, { known, options: { updateBehavior: 'skip' } }), [
    { outcome: 'skipped' },
  ])
  const [cleared] = await planned(component, partly, { known, options: { emptyCells: 'clear' } })
  t.strictSame(cleared && 'body' in cleared && cleared.body, {
    weight: 0.2,
    tags: [],
    supplierId: null,
    pricing: { costPrice: null },
  })
})

test('a changed price is shown old and new, with a warning at jumps', async (t) => {
  const [plan] = await planned(component, aFile('Låger;A-1;K-1;;;;1000;NOK;1,5;;'), { known })
  t.match(plan, {
    outcome: 'updated',
    body: { pricing: { costPrice: 1000, priceFactor: 1.5 } },
    prices: [
      { what: 'Kostpris', from: 100, to: 1000, percent: 900, warning: /10 ganger/ },
      { what: 'Prisfaktor', from: 1.4, to: 1.5, percent: null, warning: null },
    ],
  })
  const warning = (to: number) => priceChanges(known.price, { costPrice: to })[0]
  t.match(warning(149), { percent: 49, warning: null })
  t.match(warning(151), { percent: 51, warning: /50 %/ })
  t.match(warning(1), { percent: -99, warning: /100-del/ })
  t.match(warning(100_000), { warning: /1000 ganger/ })
  t.match(priceChanges(known.price, { costPrice: 90, costPriceCurrency: 'EUR' }), [
    { warning: /Valutaen/, percent: null },
    { from: 'NOK', to: 'EUR' },
  ])
})

test('a first price is shown with the amounts it has, from none', async (t) => {
  const first = { percent: null, warning: null }
  t.same(priceChanges(null, { costPrice: 5, priceFactor: 1.4, costPriceCurrency: 'NOK' }), [
    { what: 'Kostpris', from: null, to: 5, ...first },
  ])
  t.same(priceChanges(null, { listPrice: 12.5, costPriceCurrency: 'EUR', unit: 'm' }), [
    { what: 'Listepris', from: null, to: 12.5, ...first },
    { what: 'Kostpris valuta', from: null, to: 'EUR', ...first },
  ])
  t.same(priceChanges(null, { costPrice: null, priceFactor: 1 }), [])
  t.same(priceChanges(null, { costPrice: null, priceFactor: 6, unit: 'm' }), [
    { what: 'Prisfaktor', from: null, to: 6, ...first },
    { what: 'Prisenhet', from: null, to: 'm', ...first },
  ])
})

test('a row is recognised by what it has', async (t) => {
  const identities = async (header: string, row: string, chosen?: string) => {
    const file = fileOf(`${header}\n${row}\n`)
    const understood = await scan(sensor, file)
    const { header: found } = understood
    const identifier = identifierFor(sensor, found, chosen)
    const cells = row.split(';')
    const read = createRowReader(sensor, { ...understood, header: found })({ line: 2, cells })
    return identityBy(sensor, identifier)(read)
  }
  const all = 'Beskrivelse;ITO art.nr;Leverandor art.nr'
  t.same(await identities(all, 'S;K-1;A-1'), {
    field: 'itoArticlenumber',
    text: 'K-1',
    lacking: null,
  })
  t.same(await identities(all, 'S;K-1;A-1', 'supplierArticlenumber'), {
    field: 'supplierArticlenumber',
    text: 'A-1',
    lacking: null,
  })
  t.same(await identities(all, 'S;;A-1'), {
    field: 'supplierArticlenumber',
    text: 'A-1',
    lacking: 'itoArticlenumber',
  })
  t.same(await identities('Beskrivelse;Leverandor art.nr', 'S;A-1'), {
    field: 'supplierArticlenumber',
    text: 'A-1',
    lacking: null,
  })
  t.same(await identities('Beskrivelse;Type', 'S;x'), {
    field: 'description',
    text: 'S',
    lacking: null,
  })
})
