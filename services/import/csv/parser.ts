import Papa from 'papaparse'
import type { Delimiter, Encoding } from '#contracts/csv/options.ts'
import type { FileFormat } from './file-format.ts'
import { isBlank, limits, refuseFile, type Row } from './row.ts'
import { texts, type FileChunks } from './text-decoder.ts'

const lineBreaks = /\r\n|\r|\n/g
const linesIn = (text: string) => text.match(lineBreaks)?.length ?? 0

const quoted = /"[^"]*("|$)/g
/** The line ending of the first record. A carriage return before a line feed is white space. */
const newlineIn = (text: string): '\n' | '\r' | undefined => {
  const found = /\n|\r(?=[^])\n?/.exec(text)?.[0]
  if (found === undefined) return undefined
  return found === '\r' ? '\r' : '\n'
}

const missingQuote = 'Mangler det et avsluttende sitattegn?'

const checked = ({ line, cells }: Row): void => {
  if (cells.length > limits.columns)
    refuseFile(`Linje ${line} har flere enn 1 000 kolonner.`, { line })
  for (const { length } of cells)
    if (length > limits.cell)
      refuseFile(`En celle på linje ${line} er lengre enn 100 000 tegn. ${missingQuote}`, { line })
}

/**
 * Wraps papaparse: adds line numbers and limits, and refuses open quotes and text after a closing quote, where
 * papaparse guesses.
 */
export const createCsvParser = (delimiter: string, { isQuoted = true } = {}) => {
  let rest = ''
  let line = 1
  let newline: '\n' | '\r' | undefined

  const rowOf = (cells: string[]): Row => {
    const last = cells.length - 1
    if (cells[last]?.endsWith('\r')) cells[last] = cells[last].slice(0, -1)
    const row = { line, cells }
    checked(row)
    line += 1 + cells.reduce((lines, cell) => lines + linesIn(cell), 0)
    return row
  }

  const read = (text: string, isLast: boolean): Row[] => {
    const buffer = rest + text
    newline ??= newlineIn(isQuoted ? buffer.replace(quoted, '') : buffer)
    const parser = new Papa.Parser({
      delimiter,
      newline: newline ?? '\n',
      ...(!isQuoted && { fastMode: true }),
    })
    const { data, errors, meta }: Papa.ParseResult<string[]> = parser.parse(buffer, 0, !isLast)
    // The last record may be incomplete, so its errors are not final.
    const fault = errors.find(({ row = 0 }) => row < data.length)
    if (fault) {
      const { code, index = 0 } = fault
      const at = line + linesIn(buffer.slice(0, index))
      const message =
        code === 'MissingQuotes'
          ? `Et sitattegn på linje ${at} blir aldri lukket.`
          : `Sitattegn på feil sted på linje ${at}. I en tekst mellom sitattegn skrives de to ganger ("").`
      refuseFile(message, { line: at, value: buffer.slice(index, index + 50) })
    }
    rest = isLast ? '' : buffer.slice(meta.cursor)
    const rows = data.map(rowOf)
    if (rest.length > limits.record)
      refuseFile(`Linje ${line} er lengre enn 1 000 000 tegn. ${missingQuote}`, { line })
    return rows
  }

  return {
    push: (text: string): Row[] => read(text, false),
    end: (): Row[] => read('', true),
  }
}

export async function* rowsOf(
  chunks: FileChunks,
  encoding: Encoding,
  delimiter: Delimiter,
): AsyncGenerator<readonly Row[]> {
  const parser = createCsvParser(delimiter)
  for await (const text of texts(chunks, encoding)) yield parser.push(text)
  yield parser.end()
}

export async function* readRows(
  chunks: FileChunks,
  { encoding, delimiter, header }: FileFormat,
): AsyncGenerator<readonly Row[]> {
  for await (const batch of rowsOf(chunks, encoding, delimiter))
    yield batch.filter((row) => row.line > header.line && !isBlank(row))
}
