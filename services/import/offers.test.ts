import { test, type Test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import {
  byteOrderMark,
  csvLine,
  exportHeadings,
  exportRows,
  headingLine,
} from '#contracts/csv/write.ts'
import { startImporter } from './testing/importing.ts'

const header = 'Beskrivelse;ITO art.nr;Leverandor;Leverandor art.nr;Kostpris;Minste bestilling'
const lines = (...rows: readonly string[]) => `${[header, ...rows].join('\n')}\n`

const anImporter = async (t: Test) => {
  const importer = await startImporter(t)
  const { commands, model, send, ask, ended } = importer
  return {
    ...importer,
    read: async (content: string, fields = {}) =>
      (await send('componenttypes', content, fields)).body,
    /** The part, and what others ask for it by their names. */
    part: async (number: string) => {
      const [found] = await commands.find(component, 'itoArticlenumber', number)
      const { values, prices, offers } = found!.item
      const nameOf = (id: unknown) => model.records('suppliers').title(Number(id))
      return {
        description: values['description'],
        supplier: nameOf(values['supplierId']),
        cost: prices.at(-1)?.price.costPrice,
        offers: Object.fromEntries(
          [...offers].map(([id, { supplierArticlenumber, costPrice, minimumOrder }]) => [
            nameOf(id),
            [supplierArticlenumber, costPrice, minimumOrder],
          ]),
        ),
      }
    },
    undo: async (id: string) => {
      await ask('POST', `/api/csv-import/jobs/${id}/undo`)
      return (await ended(id)).undo
    },
  }
}

test('a row of another supplier fills its offer, and leaves the part as it is', async (t) => {
  const { read, part, undo, events } = await anImporter(t)
  await read(lines('Lager;K-1;Nordlys;N-1;10;'))
  const file = lines('Lager 6204;K-1;Sørvik;S-1;9,5;100')
  const planned = await read(file, { dryRun: 'true' })
  const one = { line: 2, id: 1, title: 'Lager (tilbud fra Sørvik)' }
  t.match(planned, {
    summary: { created: 0, updated: 1, failed: 0 },
    createdSuppliers: 1,
    changes: [
      { ...one, field: 'Leverandør art.nr', from: null, to: 'S-1' },
      { ...one, field: 'Minste bestilling', from: null, to: 100 },
    ],
    warnings: [
      {
        message:
          'Blir et tilbud fra Sørvik. Leverandøren er fortsatt Nordlys, og resten av raden brukes ikke',
      },
    ],
  })
  const made = await read(file)
  t.match(made.summary, { updated: 1 })
  const before = { description: 'Lager', supplier: 'Nordlys', cost: '10' }
  t.same(await part('K-1'), { ...before, offers: { Sørvik: ['S-1', '9.5', 100] } })

  const written = events().length
  t.match((await read(file)).summary, { unchanged: 1 })
  t.equal(events().length, written)
  const byNumber = 'Leverandor art.nr;Leverandor;Kostpris;Beskrivelse\nS-1;sørvik;8;Lager\n'
  const dearer = await read(byNumber)
  t.match(dearer, {
    summary: { updated: 1 },
    priceChanges: [{ from: 9.5, to: 8, title: one.title }],
  })
  t.match(await part('K-1'), { ...before, offers: { Sørvik: ['S-1', '8', 100] } })

  t.match(await undo(dearer.importId), { restored: 1, keptCount: 0 })
  t.match(await part('K-1'), { offers: { Sørvik: ['S-1', '9.5', 100] } })
  t.match(await undo(made.importId), { restored: 1, keptCount: 0 })
  t.same(await part('K-1'), { ...before, offers: {} })
})

test('what cannot be an offer is told by line', async (t) => {
  const { read } = await anImporter(t)
  await read(lines('Lager;K-1;Nordlys;N-1;10;'))
  const dated = (day: string) =>
    `Beskrivelse;ITO art.nr;Leverandor;Leverandor art.nr;Kostpris;Gjelder fra\nLager;K-1;Sørvik;S-1;9;${day}\n`
  t.match(await read(dated('1.1.2999'), { dryRun: 'true' }), {
    errors: [{ line: 2, column: 'Gjelder fra', message: /^Et tilbud har ingen pris som kommer/ }],
  })
  t.match((await read(dated('1.1.2020'), { dryRun: 'true' })).summary, { updated: 1 })
  const twice = lines(
    'A;K-2;Nordlys;N;1;',
    'A;K-2;;N;1;',
    'B;K-3;Nordlys;M;1;',
    'B;K-3;Sørvik;S;1;',
    'B;K-3;Sørvik;S;2;',
  )
  t.match(await read(twice, { dryRun: 'true' }), {
    summary: { created: 2, updated: 1, failed: 2 },
    errors: [
      { line: 3, message: 'Samme ITO art.nr som på linje 2. Oppgi leverandør på begge' },
      { line: 6, message: 'Samme ITO art.nr som på linje 5' },
    ],
  })
})

test('one file holds the offers of several suppliers for each part', async (t) => {
  const { read, part, undo, model } = await anImporter(t)
  const parts = 30
  const rows = Array.from({ length: parts }, (_, at) =>
    Array.from(
      { length: 1 + (at % 4) },
      (_, of) => `Del ${at};K-${at};L${of};${of}-${at};${at + of},5;`,
    ),
  ).flat()
  const file = lines(...rows)
  const made = { created: parts, updated: rows.length - parts, failed: 0 }
  const planned = await read(`${file}${rows[1]!.replace('L0', 'Lx')}\n`, { dryRun: 'true' })
  t.match(planned.summary, { ...made, updated: made.updated + 1 })
  t.match(planned.warnings.at(-1)?.message, /Leverandøren er fortsatt L0/)
  const { summary, importId } = await read(file)
  t.match(summary, made)
  t.same(await part('K-3'), {
    description: 'Del 3',
    supplier: 'L0',
    cost: '3.5',
    offers: { L1: ['1-3', '4.5', null], L2: ['2-3', '5.5', null], L3: ['3-3', '6.5', null] },
  })
  t.match((await read(file)).summary, { created: 0, updated: 0, unchanged: rows.length })
  t.match(await undo(importId), { removed: parts, keptCount: 0 })
  t.notOk(model.records('suppliers').isLive(1), 'the suppliers that it made too')
})

const lager = { description: 'Lager', supplierArticlenumber: 'N-1', itoArticlenumber: 'K-1' }
const exported = (record: Record<string, unknown>) =>
  [
    byteOrderMark + headingLine(exportHeadings(component), ';'),
    ...exportRows(component, record, ',').map((cells) => csvLine(cells, ';')),
  ].join('')

test('an exported part brings its offers and its coming price, and changes nothing where they are', async (t) => {
  const { read, part, commands } = await anImporter(t)
  const price = { costPriceCurrency: 'EUR', priceFactor: 1, listPrice: null, unit: '100 stk' }
  const coming = { ...price, costPrice: 12, validFrom: '2099-01-01' }
  const offer = { supplierName: 'Sørvik', supplierArticlenumber: 'S-1', leadTime: 3 }
  const record = {
    description: 'Lager',
    itoArticlenumber: 'K-1',
    supplierName: 'Nordlys',
    supplierArticlenumber: 'N-1',
    notes: 'Fettes',
    pricing: { ...price, costPrice: 10, validFrom: null, coming },
    offers: [{ ...offer, costPrice: 9.5, costPriceCurrency: 'NOK', unit: 'stk', minimumOrder: 5 }],
  }
  const file = exported(record)
  t.match(await read(file), { summary: { created: 1, updated: 2, failed: 0 } })
  t.match(await part('K-1'), { cost: '12', offers: { Sørvik: ['S-1', '9.5', 5] } })
  const [found] = await commands.find(component, 'itoArticlenumber', 'K-1')
  t.same(
    found?.item.prices.map(({ price: { costPrice, unit } }) => [costPrice, unit]),
    [
      ['10', '100 stk'],
      ['12', '100 stk'],
    ],
  )
  for (const emptyCells of ['keep', 'clear'])
    for (const dryRun of ['true', 'false'])
      t.match((await read(file, { emptyCells, dryRun })).summary, { unchanged: 3, failed: 0 })
})

test('an exported part without a supplier leaves its offers out, since one of them would become its own', async (t) => {
  const { read } = await anImporter(t)
  const offer = { supplierName: 'Sørvik', costPrice: 9.5, costPriceCurrency: 'NOK', unit: 'stk' }
  const file = exported({ ...lager, offers: [offer] })
  t.match((await read(file)).summary, { created: 1, failed: 0 })
  t.match((await read(file)).summary, { unchanged: 1, failed: 0 })
})

test('a part whose only price is to come is exported so that it imports without a change', async (t) => {
  const { read } = await anImporter(t)
  const none = { costPrice: null, costPriceCurrency: 'NOK', priceFactor: 1, unit: 'stk' }
  const coming = { ...none, costPrice: 12, unit: 'm', validFrom: '2099-01-01' }
  const first = exported({ ...lager, pricing: coming })
  t.match((await read(first)).summary, { created: 1, failed: 0 })
  const file = exported({ ...lager, pricing: { ...none, validFrom: null, coming } })
  for (const dryRun of ['true', 'false'])
    t.match((await read(file, { dryRun })).summary, { updated: 0, unchanged: 2, failed: 0 })
})

test('a dry run shows what the run would refuse: a supplier with an offer becomes no own supplier', async (t) => {
  const { send, call, ask, ended } = await startImporter(t)
  await call('POST', '/api/suppliers', { name: 'Nordlys', orderEmail: 'o@n.example' })
  await call('POST', '/api/componenttypes', { description: 'Skrue', itoArticlenumber: 'K-1' })
  await call('PUT', '/api/componenttypes/1/offers/1', { supplierArticlenumber: 'N-1' })
  const file = 'Beskrivelse;ITO art.nr;Leverandor art.nr;Leverandor\nSkrue;K-1;N-1;Nordlys\n'
  const refused = {
    summary: { updated: 0, failed: 1 },
    errors: [{ line: 2, column: 'Leverandor', message: /^Leverandøren har gitt et tilbud på/ }],
  }
  const { body } = await send('componenttypes', file, { dryRun: 'true' })
  t.match(body, refused)
  await ask('POST', `/api/csv-import/jobs/${body.importId}/run`)
  t.match((await ended(body.importId)).answer, refused)
})
