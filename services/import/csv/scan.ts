import { createHeaderFinder, type Header } from './header-row.ts'
import type { Choices, Delimiter, Encoding } from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import { defaultPrice, type Currency } from '#contracts/pricing.ts'
import { bareAmount } from '#contracts/csv/amounts.ts'
import { isNumeric } from './cells.ts'
import { unwrapTextFormula } from '#contracts/csv/write.ts'
import { detectDelimiter, hintOf } from './delimiter.ts'
import { detectEncoding } from './encoding.ts'
import { createTextDecoder, startOf, texts, type FileChunks } from './text-decoder.ts'
import { conventionOf, markOf, type DecimalMark } from '#contracts/csv/numbers.ts'
import { createCsvParser, limits, UnreadableFile, type Row } from './parser.ts'
import { checkCurrencies, namesNoCurrency } from './currency.ts'
import type { FileFormat } from './file-format.ts'

/** Also where there is but the sign that ends a file from DOS. */
const isBlank = (row: Row) => row.cells.every((cell) => cell.trim() === '' || cell === '\u001a')

const startLength = 65_536

async function* rowsOf(
  chunks: FileChunks,
  encoding: Encoding,
  delimiter: Delimiter,
): AsyncGenerator<readonly Row[]> {
  const parser = createCsvParser(delimiter)
  for await (const text of texts(chunks, encoding)) yield parser.push(text)
  yield parser.end()
}

const numericIn = ({ columns }: Header): readonly number[] =>
  columns.flatMap((column, at) => (column && isNumeric(column.field) ? [at] : []))

/** Reads to the end without keeping it, so that nothing of a file that cannot be read is ever imported. */
export const scan = async (
  entity: Entity,
  chunks: FileChunks,
  choices: Choices & { readonly currency?: Currency | undefined } = {},
): Promise<FileFormat> => {
  const { encoding, mark } = await detectEncoding(chunks, choices.encoding)
  const start = createTextDecoder(encoding).push(await startOf(chunks, startLength))
  const hinted = hintOf(start)
  const delimiter = choices.delimiter ?? hinted ?? detectDelimiter(entity, start)

  const finder = createHeaderFinder(entity, choices.mapping)
  let header: Header | undefined
  let numeric: readonly number[] = []
  let rows = 0
  let isUnnamed: (cells: readonly string[]) => boolean = () => false
  let hasUnnamed = false
  const marks = new Set<DecimalMark>()
  for await (const batch of rowsOf(chunks, encoding, delimiter))
    for (const row of batch) {
      if (isBlank(row) || (hinted && row.line === 1)) continue
      if (!header) {
        header = finder.look(row)
        if (header) {
          checkCurrencies(header, choices.currency)
          numeric = numericIn(header)
          isUnnamed = namesNoCurrency(header)
        }
        continue
      }
      rows++
      hasUnnamed ||= isUnnamed(row.cells)
      if (rows > limits.rows)
        throw new UnreadableFile('Filen har flere enn 1 000 000 rader. Del den opp.', {
          line: row.line,
        })
      for (const at of numeric) {
        const mark = markOf(bareAmount(unwrapTextFormula(row.cells[at] ?? '')))
        if (mark) marks.add(mark)
      }
    }
  header ??= finder.look(null)
  const { currency = defaultPrice.costPriceCurrency } = choices
  if (!header) throw new UnreadableFile('Filen har ingen overskriftsrad.')
  return {
    encoding,
    byteOrderMark: mark,
    delimiter,
    decimal: choices.decimal ?? conventionOf(marks),
    currency: hasUnnamed ? { code: currency, isChosen: choices.currency !== undefined } : null,
    rowsAbove: finder.above(),
    header,
    rows,
  }
}

export async function* readRows(
  chunks: FileChunks,
  { encoding, delimiter, header }: FileFormat,
): AsyncGenerator<readonly Row[]> {
  for await (const batch of rowsOf(chunks, encoding, delimiter))
    yield batch.filter((row) => row.line > header.line && !isBlank(row))
}
