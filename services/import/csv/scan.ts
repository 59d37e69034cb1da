import Papa from 'papaparse'
import { isKnownHeading } from '#contracts/csv/headings.ts'
import { delimiters, type Delimiter } from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import { detectEncoding } from './encoding.ts'
import type { FileFormat } from './file-format.ts'
import { mayStandAbove } from './header-row.ts'
import { rowsOf } from './parser.ts'
import type { Row } from './row.ts'
import { surveyTable, type TableChoices } from './survey-table.ts'
import { createTextDecoder, startOf, type FileChunks } from './text-decoder.ts'

/** Excel's first line that names the separator: `sep=;`. */
const hint = /^sep=([;,|\t])\r?(\n|$)/i
const hintOf = (start: string): Delimiter | undefined =>
  hint.exec(start)?.[1] as Delimiter | undefined

/** Errors are ignored here; the final reading reports them. */
const rowsWith = (delimiter: Delimiter, start: string): readonly (readonly string[])[] =>
  Papa.parse<string[]>(start, { delimiter, preview: mayStandAbove }).data

/** Known headings count first; counting only separators would be misled by commas in texts. */
const detectDelimiter = (entity: Entity, start: string): Delimiter => {
  const candidates = delimiters.map((delimiter) => {
    const rows = rowsWith(delimiter, start)
    const known = rows.map((cells) => cells.filter((cell) => isKnownHeading(entity, cell)).length)
    return { delimiter, known: Math.max(0, ...known), cells: rows[0]?.length ?? 0 }
  })
  return candidates.reduce((best, next) =>
    next.known > best.known || (next.known === best.known && next.cells > best.cells) ? next : best,
  ).delimiter
}

const startLength = 65_536

async function* withoutHint(
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for await (const batch of batches) yield batch.filter(({ line }) => line > 1)
}

export const scan = async (
  entity: Entity,
  chunks: FileChunks,
  choices: TableChoices = {},
): Promise<FileFormat> => {
  const { encoding, mark } = await detectEncoding(chunks, choices.encoding)
  const start = createTextDecoder(encoding).push(await startOf(chunks, startLength))
  const hinted = hintOf(start)
  const delimiter = choices.delimiter ?? hinted ?? detectDelimiter(entity, start)
  const rows = rowsOf(chunks, encoding, delimiter)
  const table = await surveyTable(entity, hinted ? withoutHint(rows) : rows, choices)
  return { encoding, byteOrderMark: mark, delimiter, ...table }
}
