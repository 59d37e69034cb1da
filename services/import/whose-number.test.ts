import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import { startImporter } from './testing/importing.ts'

const header = 'Beskrivelse;Leverandor art.nr;Leverandor;Listepris;Kostpris valuta'
const lines = (...rows: string[]) => `${[header, ...rows].join('\n')}\n`

const anImporterOf = async (t: Parameters<typeof startImporter>[0]) => {
  const importer = await startImporter(t)
  const { commands, model } = importer
  const records = async (number: string) =>
    (await commands.find(component, 'supplierArticlenumber', number)).map(({ id, item }) => ({
      id,
      description: item.values['description'],
      supplier: model.records('suppliers').title(Number(item.values['supplierId'])) ?? null,
    }))
  const summary = async (content: string, fields = {}) =>
    (await importer.send('componenttypes', content, fields)).body
  return { ...importer, records, summary }
}

test('a row of one supplier leaves the article of another with the same number alone', async (t) => {
  const { summary, records } = await anImporterOf(t)
  await summary(lines('Lager;2002;Nordlys;10;NOK'))
  t.match(await summary(lines('Belg;2002;Sørvik;20;NOK')), { summary: { created: 1, updated: 0 } })
  t.same(await records('2002'), [
    { id: 1, description: 'Lager', supplier: 'Nordlys' },
    { id: 2, description: 'Belg', supplier: 'Sørvik' },
  ])
  const both = lines('Lager 2;2002;Nordlys;11;NOK', 'Belg 2;2002;Sørvik;21;NOK')
  t.match(await summary(both), { summary: { created: 0, updated: 2, failed: 0 } })
  t.match(
    (await records('2002')).map(({ description }) => description),
    ['Lager 2', 'Belg 2'],
  )
  t.match(await summary(lines('Hva;2002;;1;NOK')), {
    summary: { failed: 1 },
    errors: [{ line: 2, column: 'Leverandor art.nr', message: /Flere komponenter.*id 1, 2/ }],
  })
})

test('two suppliers’ articles with one number come in together, and are found again', async (t) => {
  const { summary, records, events } = await anImporterOf(t)
  const both = lines('Lager;2002;Nordlys;10;NOK', 'Belg;2002;Sørvik;20;NOK')
  t.match(await summary(both), { summary: { created: 2, failed: 0 } })
  t.equal((await records('2002')).length, 2)
  const written = events().length
  t.match(await summary(both), { summary: { unchanged: 2, failed: 0 } })
  t.equal(events().length, written)
})

test('an article without supplier becomes the first one’s that claims it', async (t) => {
  const { summary, records } = await anImporterOf(t)
  await summary(lines('Lager;2002;;10;NOK'))
  const both = lines('Lager;2002;Nordlys;10;NOK', 'Belg;2002;Sørvik;20;NOK')
  t.match(await summary(both), { summary: { created: 1, updated: 1, failed: 0 } })
  t.same(
    (await records('2002')).map(({ supplier }) => supplier),
    ['Nordlys', 'Sørvik'],
  )
})

test('one number with and without supplier in one file is a fault', async (t) => {
  const { summary } = await anImporterOf(t)
  const message = 'Samme Leverandor art.nr som på linje 2. Oppgi leverandør på begge'
  for (const rows of [
    ['Lager;2002;;10;NOK', 'Belg;2002;Sørvik;20;NOK'],
    ['Lager;2002;Sørvik;10;NOK', 'Belg;2002;;20;NOK'],
  ])
    t.match(await summary(lines(...rows), { dryRun: 'true' }), {
      summary: { created: 1, failed: 1 },
      errors: [{ line: 3, message }],
    })
  t.match(await summary(lines('A;2002;Sørvik;1;NOK', 'B;2002;sørvik;2;NOK'), { dryRun: 'true' }), {
    errors: [{ line: 3, message: 'Samme Leverandor art.nr som på linje 2' }],
  })
})

test('a dry run tells all that will change', async (t) => {
  const { send } = await anImporterOf(t)
  const head = 'Beskrivelse;Leverandor art.nr;ITO art.nr;Leverandor;Tags;Vekt'
  await send('componenttypes', `${head}\nLager;2002;K-1;;a;1,5\n`)
  const file = `${head}\nLager 6204;2002;K-1;Sørvik;a, b;2\n`
  const { body } = await send('componenttypes', file, { dryRun: 'true' })
  const one = { line: 2, id: 1, title: 'Lager' }
  t.same(body.changes, [
    { ...one, field: 'Beskrivelse', from: 'Lager', to: 'Lager 6204' },
    { ...one, field: 'Vekt', from: 1.5, to: 2 },
    { ...one, field: 'Tags', from: ['a'], to: ['a', 'b'] },
    { ...one, field: 'Leverandør', from: null, to: 'Sørvik' },
  ])
  t.equal(body.changeCount, 4)
  const skipped = await send('componenttypes', file, { dryRun: 'true', updateBehavior: 'skip' })
  t.match(skipped.body, { changes: [], changeCount: 0, warnings: [] })
})

test('of very many changes the first are listed, and all counted', async (t) => {
  const { send } = await anImporterOf(t)
  const rows = (text: string) =>
    Array.from({ length: 1_200 }, (_, at) => `${text} ${at};N-${at};A`).join('\n')
  const head = 'Beskrivelse;Leverandor art.nr;Leverandor'
  await send('componenttypes', `${head}\n${rows('Før')}\n`)
  const { body } = await send('componenttypes', `${head}\n${rows('Etter')}\n`, { dryRun: 'true' })
  t.match(body, { changeCount: 1_200, changes: { length: 1_000 } })
})

test('a key that was chosen is kept, or the file refused', async (t) => {
  const { send, summary, events, imports } = await anImporterOf(t)
  const file = lines('Lager;2002;Nordlys;10;NOK')
  const chosen = { uniqueIdentifier: 'itoArticlenumber' }
  t.match(await send('componenttypes', file, chosen), {
    status: 400,
    body: {
      code: 'VALIDATION',
      error: /mangler kolonnen «ITO art\.nr»/,
      details: [{ path: 'file', column: 'ITO art.nr', headings: header.split(';') }],
    },
  })
  t.equal(events().length, 0)
  t.same(await imports.jobs.list(), [], 'nothing of it is kept')
  t.match(await summary(file), {
    summary: { created: 1 },
    understood: {
      uniqueIdentifier: 'supplierArticlenumber',
      text: /rader gjenkjennes på Leverandør art\.nr$/,
    },
  })
})

test('parts that share an ITO number are found by their article numbers', async (t) => {
  const { send, events } = await anImporterOf(t)
  const head = 'Beskrivelse;Leverandor art.nr;ITO art.nr;Leverandor'
  const shared = `${head}\nLager;A-1;K-1;Sørvik\nBelg;A-2;K-1;Sørvik\n`
  await send('componenttypes', shared.replaceAll('K-1', ''))
  const byArticle = { uniqueIdentifier: 'supplierArticlenumber' }
  const given = await send('componenttypes', shared, byArticle)
  t.match(given.body, { summary: { updated: 2, failed: 0 } }, 'as a form gives them')
  const written = events().length
  for (const dryRun of ['true', 'false']) {
    t.match((await send('componenttypes', shared, { dryRun })).body, {
      summary: { failed: 2 },
      errors: [
        { line: 2, column: 'ITO art.nr', message: 'Flere komponenter har denne verdien (id 1, 2)' },
        { line: 3, column: 'ITO art.nr', message: 'Samme ITO art.nr som på linje 2' },
      ],
    })
    const again = await send('componenttypes', shared, { ...byArticle, dryRun })
    t.match(again.body, { summary: { unchanged: 2, failed: 0 } })
  }
  t.equal(events().length, written)
})

test('a name that several suppliers have is the same fault in a dry run and in a run', async (t) => {
  const { summary, call, ask, ended } = await anImporterOf(t)
  const twin = { name: 'Tvilling', orderEmail: 'ordre@tvilling.no' }
  for (const _ of [1, 2]) await call('POST', '/api/suppliers', twin)
  const file = lines('Lager;2004;Tvilling;10;NOK')
  const fault = {
    line: 2,
    column: 'Leverandor',
    value: 'Tvilling',
    message: 'Flere leverandører heter Tvilling',
  }
  const shown = await summary(file, { dryRun: 'true' })
  t.same(shown.errors, [fault])
  t.same((await summary(file)).errors, [fault])
  await ask('POST', `/api/csv-import/jobs/${shown.importId}/run`)
  t.same((await ended(shown.importId)).answer?.errors, [fault])
})
