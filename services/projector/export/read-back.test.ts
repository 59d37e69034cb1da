import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { test, type Test } from 'tap'
import { sensor } from '#contracts/catalogue/index.ts'
import { oneLine } from '#contracts/text.ts'
import type { FileFormat } from '#import/csv/file-format.ts'
import type { Row } from '#import/csv/row.ts'
import { createRowReader } from '#import/csv/read-row.ts'
import { readRows } from '#import/csv/parser.ts'
import { scan } from '#import/csv/scan.ts'
import { readSheetRows, scanWorkbook } from '#import/xlsx/scan.ts'
import { sheetFormats, xlsxOf } from './send-sheet.ts'
import { csvOf, type Sheet } from './sheet.ts'

/** What an import takes the descriptions in a file for. */
const descriptions = async (format: FileFormat, batches: AsyncIterable<readonly Row[]>) => {
  const read = createRowReader(sensor, format)
  const rows: unknown[] = []
  for await (const batch of batches)
    rows.push(...batch.map((row) => read(row).given.get('description')))
  return rows
}

const fromCsv = async (sheet: Sheet) => {
  const bytes = Buffer.from([...csvOf(sheet)].join(''))
  const chunks = async function* () {
    yield bytes
  }
  const format = await scan(sensor, chunks)
  return descriptions(format, readRows(chunks, format))
}

const fromXlsx = async (t: Test, sheet: Sheet) => {
  const folder = mkdtempSync(join(tmpdir(), 'read-back-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'liste.xlsx')
  writeFileSync(path, await xlsxOf(sheet))
  const format = await scanWorkbook(sensor, path, {})
  return descriptions(format, readSheetRows(path, format.sheet, format.header))
}

const start = fc.constantFrom(
  "'",
  "''",
  "'=",
  "''=",
  '=',
  '="',
  '+',
  '-',
  '@',
  '\t',
  "'\t",
  '_x0041_',
)
const rest = fc.string({ unit: fc.constantFrom(...`'="+-@a1 ;,_x0041<&æ`.split('')), maxLength: 6 })

test('a text that begins like a formula is read back as it was, from CSV and XLSX', async (t) => {
  const text = fc.tuple(start, rest).map((parts) => oneLine(parts.join('')))
  const known = ['="00123"', `'="00123"`, "'=1+1", "''", "'", '=', '_x000D_', '_x005F_x000D_']
  const texts = fc.sample(
    text.filter((one) => one !== ''),
    1_000,
  )
  const all = [...known, ...texts]
  const sheet = { name: 'Sensortyper', header: ['Beskrivelse'], rows: all.map((one) => [one]) }
  t.ok(all.length < sheetFormats.xlsx.most)
  t.same(await fromCsv(sheet), all)
  t.same(await fromXlsx(t, sheet), all)
})
