import type { Test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import type { UndoAnswer } from '#contracts/csv/job-answer.ts'
import { startImporter, type Importer, type ImporterOptions } from './importing.ts'

const header =
  'Beskrivelse;Leverandor art.nr;ITO art.nr;Kostpris;Prisfaktor;Notater;Leverandor;Produsent'
const rows = (lines: readonly string[]) => [header, ...lines].join('\n')
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

/** Rows 0 to 7 have a price, 8 to 11 have none. */
const first = rows(
  numbers(0, 12).map((n) => `Del ${n};A-${n};K-${n};${n < 8 ? '9,5;1,2' : ';'};;Gammel;`),
)
/** Changes prices; from row 4 also notes; rows from 12 are new. */
const second = rows(
  numbers(0, 20).map((n) => {
    const names = n < 12 ? 'Gammel;' : `Ny ${n % 2};Produsent ${n % 2}`
    return `Del ${n};A-${n};K-${n};10,5;1,2;${n < 4 ? '' : `Merknad ${n}`};${names}`
  }),
)

/** The components by ITO number. */
export const held = async ({ commands }: Importer) => {
  const found = await Promise.all(
    numbers(0, 20).map(async (n) => commands.find(component, 'itoArticlenumber', `K-${n}`)),
  )
  return found
    .flat()
    .map(({ item: { values, prices } }) => ({ values, price: prices.at(-1)?.price }))
}

/** Parallel rows get ids in any order. */
export const withoutIds = (undone: UndoAnswer | null) =>
  undone && { ...undone, kept: undone.kept.map(({ id: _id, ...rest }) => rest) }

/** Components that an import changed and created. Afterwards number 5 was edited and number 13 deleted. */
export const imported = async (t: Test, options: ImporterOptions = {}) => {
  const importer = await startImporter(t, options)
  await importer.send('componenttypes', first)
  const before = structuredClone(await held(importer))
  const { body } = await importer.send('componenttypes', second)
  t.match(body, { summary: { created: 8, updated: 12 }, createdManufacturers: 2 })
  const idOf = async (key: string) =>
    (await importer.commands.find(component, 'itoArticlenumber', key))[0]!.id
  await importer.call('PUT', `/api/componenttypes/${await idOf('K-5')}`, { type: 'endret' })
  await importer.call('DELETE', `/api/componenttypes/${await idOf('K-13')}`)
  return { ...importer, before, id: body.importId }
}

/** The expected result of undoing that import. */
export const expected = {
  removed: 7,
  restored: 11,
  kept: [
    { line: 7, title: 'Del 5', reason: 'Endret etterpå' },
    { line: 15, title: 'Del 13', reason: 'Slettet etterpå' },
  ],
  keptCount: 2,
}
