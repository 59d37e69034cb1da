import type { Entity } from '../entity.ts'
import type { Currency } from '../pricing.ts'
import { bareAmount } from './amounts.ts'
import { isNumeric } from './cells.ts'
import { untold } from './defuse.ts'
import { detectDelimiter, hintOf, type Delimiter } from './delimiter.ts'
import { encodingSniffer } from './encoding.ts'
import type { Encoding } from './encodings.ts'
import { textDecoder } from './text-decoder.ts'
import { headerFinder, type Header } from './headings.ts'
import { conventionOf, markOf, type DecimalMark } from './numbers.ts'
import { csvParser, limits, type Row } from './parser.ts'
import { checkCurrencies, fileCurrency, namesNoCurrency } from './row-currency.ts'
import { UnreadableFile } from './problems.ts'
import type { Choices, Understood } from './understood.ts'

/** A file that can be read more than once, in pieces. */
export type Pieces = () => AsyncIterable<Uint8Array>

/** Also where there is but the sign that ends a file from DOS. */
const isBlank = (row: Row) => row.cells.every((cell) => cell.trim() === '' || cell === '\u001a')

/** How much of the start is looked at to find the separator. */
const startLength = 65_536

async function* texts(pieces: Pieces, encoding: Encoding): AsyncGenerator<string> {
  const decoder = textDecoder(encoding)
  for await (const bytes of pieces()) yield decoder.push(bytes)
  yield decoder.end()
}

async function* rowsOf(
  pieces: Pieces,
  encoding: Encoding,
  delimiter: Delimiter,
): AsyncGenerator<readonly Row[]> {
  const parser = csvParser(delimiter)
  for await (const text of texts(pieces, encoding)) {
    const rows = parser.push(text)
    if (rows.length > 0) yield rows
  }
  const rows = parser.end()
  if (rows.length > 0) yield rows
}

const sniff = async (pieces: Pieces, chosen: Encoding | undefined) => {
  const sniffer = encodingSniffer(chosen)
  for await (const bytes of pieces()) sniffer.push(bytes)
  return sniffer.end()
}

const startOf = async (pieces: Pieces, encoding: Encoding): Promise<string> => {
  let start = ''
  for await (const text of texts(pieces, encoding)) {
    start += text
    if (start.length >= startLength) break
  }
  return start.slice(0, startLength)
}

/** Where a file has numbers. */
const numericIn = ({ columns }: Header): readonly number[] =>
  columns.flatMap((column, at) => (column && isNumeric(column.field) ? [at] : []))

/**
 * Reads the whole file once without keeping it: what it is, and that it can be read to its end. Throws
 * UnreadableFile otherwise, so that nothing of such a file is ever imported.
 */
export const scan = async (
  entity: Entity,
  pieces: Pieces,
  choices: Choices & { readonly currency?: Currency | undefined } = {},
): Promise<Understood> => {
  const { encoding, mark } = await sniff(pieces, choices.encoding)
  const start = await startOf(pieces, encoding)
  const hinted = hintOf(start)
  const delimiter = choices.delimiter ?? hinted ?? detectDelimiter(entity, start)

  const finder = headerFinder(entity, choices.mapping)
  let header: Header | undefined
  let numeric: readonly number[] = []
  let rows = 0
  let isUnnamed: (cells: readonly string[]) => boolean = () => false
  let hasUnnamed = false
  const marks = new Set<DecimalMark>()
  for await (const batch of rowsOf(pieces, encoding, delimiter))
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
        const mark = markOf(bareAmount(untold(row.cells[at] ?? '')))
        if (mark) marks.add(mark)
      }
    }
  header ??= finder.look(null)
  if (!header) throw new UnreadableFile('Filen har ingen overskriftsrad.')
  return {
    encoding,
    byteOrderMark: mark,
    delimiter,
    decimal: choices.decimal ?? conventionOf(marks),
    currency: hasUnnamed ? fileCurrency(choices.currency) : null,
    rowsAbove: finder.above(),
    header,
    rows,
  }
}

/** The rows below the header, blank ones left out, as a file already scanned has them. */
export async function* readRows(
  pieces: Pieces,
  { encoding, delimiter, header }: Understood,
): AsyncGenerator<readonly Row[]> {
  for await (const batch of rowsOf(pieces, encoding, delimiter)) {
    const rows = batch.filter((row) => row.line > header.line && !isBlank(row))
    if (rows.length > 0) yield rows
  }
}
