import { test } from 'tap'
import { component, supplier } from '#contracts/catalogue/index.ts'
import { fileOf, planned } from './testing/files.ts'

const columns =
  'Beskrivelse;Leverandor art.nr;ITO art.nr;El-Nummer;Vekt;Enhet;Kostpris;Kostpris valuta;Prisfaktor;Tags;Leverandor'
const aFile = (...rows: string[]) => fileOf(`${columns}\n${rows.join('\n')}\n`)

test('an amount is read with its currency around it, and never with one in its middle', async (t) => {
  const price = async (cell: string) => {
    const [plan] = await planned(component, aFile(`A;1;;;;;"${cell}";;1;;`))
    return plan && 'body' in plan ? plan.body['pricing'] : plan?.outcome
  }
  const known: [string, number, string][] = [
    ['12,50kr', 12.5, 'NOK'],
    ['kr. 1\u202f234,50', 1234.5, 'NOK'],
    ['kr 125,-', 125, 'NOK'],
    ["1'234.50", 1234.5, 'NOK'],
    ['1’234’567', 1_234_567, 'NOK'],
    ['12,50 €', 12.5, 'EUR'],
    ['$12.50', 12.5, 'USD'],
    ['=""12,50""', 12.5, 'NOK'],
  ]
  for (const [cell, costPrice, costPriceCurrency] of known)
    t.match(await price(cell), { costPrice, costPriceCurrency }, cell)
  for (const cell of ['12€50', '12 kr500', '1 kr 50', '12$500', "12'50", 'A$ 12,50', '12,50 %'])
    t.equal(await price(cell), 'failed', cell)
})

test('a decimal comma between commas moves no cell unseen', async (t) => {
  const head = 'Beskrivelse,Leverandor art.nr,Kostpris,Listepris,Notater'
  const [plan] = await planned(component, fileOf(`${head}\nTing,A1,12,50,,\n`))
  t.match(plan, { outcome: 'failed', errors: [{ line: 2, message: /6 felt, og overskriften 5/ }] })
})

test('separators at the end of the header ask nothing of the rows', async (t) => {
  const head = 'Beskrivelse;Leverandor art.nr;Vekt'
  for (const file of [`${head};;;\nA;1;2\n`, `${head}\nA;1;2;;;\n`, `${head};;\nA;1;2;;\n`])
    t.match(await planned(component, fileOf(file)), [{ outcome: 'created', body: { weight: 2 } }])
  t.match(await planned(component, fileOf(`${head};\nA;1\n`)), [{ outcome: 'failed' }])
})

test('what Excel is told to take for text is that text', async (t) => {
  const [plan] = await planned(component, aFile('Ring;="00123";"=""K-""""1""""""";;;;;;;;'))
  t.match(plan, { body: { supplierArticlenumber: '00123', itoArticlenumber: 'K-"1"' } })
  const formula = '"=HYPERLINK(""x"")"'
  t.match(await planned(component, aFile(`${formula};1;;;;;;;;;`)), [
    { body: { description: '=HYPERLINK("x")' } },
  ])
})

test('what Excel or a wrong character set did to a text is warned about', async (t) => {
  const odd: [at: number, string, RegExp][] = [
    [0, 'BlÃ¥ kabel', /feil tegnsett/],
    [0, 'R√∏r', /feil tegnsett/],
    [0, '80 Â°C', /feil tegnsett/],
    [0, '#N/A', /feil fra Excel/],
    [0, '########', /feil fra Excel/],
    [0, '1,23E+05', /forkortet/],
    [0, 'Totalt:', /Ser ut som en sum/],
    [1, '12. mar', /dato/],
    [1, 'mar.12', /dato/],
    [1, '01.02.2024', /dato/],
    [1, '2026-02-01', /dato/],
    [1, '2026-02-01 12:00:00', /dato/],
    [1, '01:02:00', /klokkeslett/],
    [1, ' "A-1"', /sitattegn/],
    [3, '12 345', /7 sifre/],
    [1, '1234567890123450', /15 sifre/],
    [1, "'00123", /apostrof/],
    [1, '2E10', /forkortet/],
  ]
  const warnings = async (at: number, cell: string) => {
    const row = ['Ting', 'A-1', '', '', '', '', '', '', '', '', ''].with(at, cell).join(';')
    return (await planned(component, aFile(row))).flatMap((plan) => plan.warnings)
  }
  for (const [at, cell, message] of odd)
    t.match(await warnings(at, cell), [{ value: cell, message }], cell)
  for (const cell of [
    'São Paulo',
    'Ø20 # 3',
    '2E10-modul',
    'Blå',
    'MARS 12 V',
    '12. mar',
    'Totalstasjon',
  ])
    t.same(await warnings(0, cell), [], cell)
  t.same(await warnings(1, '7040000000012'), [])
  t.same(await warnings(3, '1234567'), [])
  t.same(await warnings(3, '12 345 67'), [])
})

test('the amounts of a row are in one currency, and in the one they name', async (t) => {
  const head = 'Beskrivelse;Leverandor art.nr;Kostpris;Listepris;Valuta'
  const plan = async (row: string, header = head, choices = {}) =>
    (await planned(component, fileOf(`${header}\nA;1;${row}\n`), choices))[0]
  const price = (costPriceCurrency: string) => ({ body: { pricing: { costPriceCurrency } } })
  const wrong = (message: RegExp) => ({ outcome: 'failed', errors: [{ message }] })
  t.match(await plan('€ 10;20;'), price('EUR'))
  t.match(await plan('€ 10;NOK 20;'), wrong(/i NOK, men et annet i raden er i EUR/))
  t.match(await plan('kr 10;€ 20;'), wrong(/i kroner, men et annet i raden er i EUR/))
  t.match(await plan('kr 10;20;EUR'), wrong(/i kroner, men valutaen er EUR/))
  t.match(await plan('kr 10;20;SEK'), price('SEK'))
  t.match(await plan('kr 10;SEK 20;'), price('SEK'))
  t.match(await plan('kr 10;20;'), price('NOK'))
  const named = 'Beskrivelse;Leverandor art.nr;Unit price USD;Listepris'
  const mapping = { 'Unit price USD': 'pricing.costPrice' }
  t.match(await plan('10;20', named, { mapping }), price('USD'))
  t.match(await plan('kr 10;20', named, { mapping }), price('NOK'), 'the cell goes before it')
})

test('a supplier may come without an order e-mail, which is told', async (t) => {
  const head = 'Navn;Ordre e-post;Nettside'
  t.match(await planned(supplier, fileOf(`${head}\nA;;\n;a@b.no;\nC;d;\n`)), [
    {
      outcome: 'created',
      body: { name: 'A', orderEmail: '' },
      warnings: [{ column: 'Ordre e-post', message: 'Opprettes uten ordre e-post' }],
    },
    { outcome: 'failed', errors: [{ column: 'Navn' }] },
    { outcome: 'failed', errors: [{ column: 'Ordre e-post' }] },
  ])
})

test('a file may hold no negative weight and no website but of http or https', async (t) => {
  t.match(await planned(component, aFile('A;1;;;-1;;;;;;')), [
    { outcome: 'failed', errors: [{ message: 'Tallet kan ikke være negativt', value: '-1' }] },
  ])
  const head = 'Navn;Ordre e-post;Nettside'
  for (const address of ['javascript:alert(1)', 'ftp://firma.no', 'http://'])
    t.match(await planned(supplier, fileOf(`${head}\nA;a@b.no;${address}\n`)), [
      { outcome: 'failed', errors: [{ message: /må begynne med http/, value: address }] },
    ])
})
