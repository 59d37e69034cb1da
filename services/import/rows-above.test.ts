import { test } from 'tap'
import { startImporter } from './testing/importing.ts'

const heading = 'Beskrivelse;ITO art.nr;Leverandor;Leverandor art.nr;Kostpris;Gjelder fra'
const faulty = 'Skrue;K-1;Nordlys;N-1;-1;'

/** What a dry run shows of a file, and what its run does. */
const examples: Readonly<Record<string, readonly string[]>> = {
  'an offer whose part is not made is a part': [faulty, 'Skrue;K-1;Sørvik;S-1;9;'],
  'so is a price to come': [faulty, 'Skrue;K-1;Nordlys;N-1;9;2099-01-01'],
  'and an offer follows it': [
    faulty,
    'Skrue;K-1;Sørvik;S-1;9;2099-01-01',
    'Skrue;K-1;Vestvik;V-1;8;',
  ],
  'a number at another supplier is another part, on any day': [
    'Skrue;;Nordlys;N-1;1;',
    'Skrue;;Sørvik;N-1;9;2099-01-01',
    'Skrue;;Sørvik;N-1;10;2099-02-01',
  ],
  'a row without supplier is of the part that a row above makes': [
    'Skrue;;Nordlys;N-1;1;',
    'Skrue;;;N-1;9;2099-01-01',
  ],
  'and of none if there are two': [
    'Skrue;;Nordlys;N-1;1;',
    'Skrue;;Sørvik;N-1;9;2099-01-01',
    'Skrue;;;N-1;9;2099-02-01',
  ],
}

for (const [what, rows] of Object.entries(examples))
  test(`a dry run says what the run does: ${what}`, async (t) => {
    const { send, ask, ended } = await startImporter(t)
    const file = [heading, ...rows].join('\n')
    const { body } = await send('componenttypes', file, { dryRun: 'true', currency: 'NOK' })
    await ask('POST', `/api/csv-import/jobs/${body.importId}/run`)
    const { answer } = await ended(body.importId)
    t.same(answer?.summary, body.summary)
    t.same(answer?.createdSuppliers, body.createdSuppliers)
    t.same(
      answer?.errors.map(({ line }) => line),
      body.errors.map(({ line }) => line),
    )
    t.same(answer?.warnings, body.warnings)
  })

const cleared = {
  'a supplier that a row above names is removed': [
    'Skrue;K-1;Nordlys;S-1;2;2026-02-01',
    'Skrue;K-1;;S-1;3;2026-03-01',
  ],
  'and named again': [
    'Skrue;K-1;Nordlys;S-1;2;2026-02-01',
    'Skrue;K-1;;S-1;3;2026-03-01',
    'Skrue;K-1;Nordlys;S-1;4;2026-04-01',
  ],
}

for (const [what, rows] of Object.entries(cleared))
  test(`a dry run in which empty cells clear says what the run does: ${what}`, async (t) => {
    const { send, ask, ended } = await startImporter(t)
    const fields = { currency: 'NOK', emptyCells: 'clear' }
    await send('componenttypes', `${heading}\nSkrue;K-1;;S-1;1;2026-01-01`, fields)
    const file = [heading, ...rows].join('\n')
    const { body } = await send('componenttypes', file, { ...fields, dryRun: 'true' })
    t.ok(body.importId, JSON.stringify(body))
    await ask('POST', `/api/csv-import/jobs/${body.importId}/run`)
    const { answer } = await ended(body.importId)
    t.same(answer?.summary, body.summary)
    t.same(answer?.warnings, body.warnings)
    t.match(JSON.stringify(answer?.warnings), /Nordlys fjernes/)
  })
