import { test } from 'tap'
import { sensor } from '#contracts/catalogue/index.ts'
import { startImporter, type Importer } from './testing/importing.ts'

const header = 'ITO art.nr;Leverandor art.nr;Beskrivelse;Notater'
const lines = (...rows: string[]) => `${[header, ...rows].join('\n')}\n`

const sensorsOf = async ({ commands, model }: Importer) => {
  const ids = Array.from({ length: model.records('sensortypes').highest() + 1 }, (_, id) => id)
  const found = await Promise.all(ids.map((id) => commands.record(sensor, id)))
  return found.flatMap((one) =>
    one
      ? [['supplierArticlenumber', 'description', 'notes'].map((key) => one.item.values[key])]
      : [],
  )
}

type Case = {
  readonly what: string
  readonly before?: string
  readonly rows: readonly string[]
  readonly after: readonly (readonly unknown[])[]
  readonly summary: object
}

const cases: readonly Case[] = [
  {
    what: 'a record that a row above makes',
    rows: [';A-1;Giver;ny', ';;Giver;endret'],
    after: [['A-1', 'Giver', 'endret']],
    summary: { created: 1, updated: 1 },
  },
  {
    what: 'a record that a row above gives this description',
    before: ';A-1;Giver;gammel',
    rows: [';A-1;Ny giver;', ';;Ny giver;endret'],
    after: [['A-1', 'Ny giver', 'endret']],
    summary: { created: 0, updated: 2 },
  },
  {
    what: 'no record that a row above gives another description',
    before: ';A-1;Giver;gammel',
    rows: [';A-1;Ny giver;', ';;Giver;en annen'],
    after: [
      ['A-1', 'Ny giver', 'gammel'],
      [null, 'Giver', 'en annen'],
    ],
    summary: { created: 1, updated: 1 },
  },
  {
    what: 'a record by its number after a row by its description',
    before: ';A-1;Giver;gammel',
    rows: [';;Giver;først', ';A-1;Giver;sist'],
    after: [['A-1', 'Giver', 'sist']],
    summary: { created: 0, updated: 2 },
  },
]

/** As if each row were a file of its own. */
for (const { what, before, rows, after, summary } of cases)
  test(`rows by number and by description find ${what}`, async (t) => {
    for (const [way, fields] of Object.entries({ run: {}, shown: { dryRun: 'true' } })) {
      const importer = await startImporter(t)
      if (before) await importer.send('sensortypes', lines(before))
      const { body } = await importer.send('sensortypes', lines(...rows), fields)
      t.match(body, { summary: { ...summary, failed: 0 } }, way)
      if (way === 'shown') {
        await importer.ask('POST', `/api/csv-import/jobs/${body.importId}/run`)
        const { answer } = await importer.ended(body.importId)
        t.match(answer, { summary: { ...summary, failed: 0 } })
      }
      t.same(await sensorsOf(importer), after, way)
    }
  })
