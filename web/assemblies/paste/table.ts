import Papa from 'papaparse'
import { columnsOf, headerAt } from './columns.ts'

type Rows = readonly (readonly string[])[]

export type Table = {
  readonly rows: Rows
  /** The sheet's row number of each row. */
  readonly lines?: readonly number[]
  readonly file?: string
}

const delimiters = ['\t', ';', '|', ',']

const linesIn = (text: string) => text.split(/\r\n|\r|\n/)

/** A quotation mark out of place is a sign like others: the cells that it opens would take rows with them. */
const rowsWith = (delimiter: string, text: string): Rows => {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter })
  return errors.length === 0 ? data : linesIn(text).map((line) => line.split(delimiter))
}

const startLength = 65_536

const knownHeadings = (rows: Rows): number => {
  const header = rows[headerAt(rows)] ?? []
  return Object.values(columnsOf(header)).flat().length
}

/** Known headings count first, as in imports. */
const delimiterOf = (text: string): string => {
  const start = text.slice(0, startLength)
  const known = (delimiter: string) => knownHeadings(rowsWith(delimiter, start))
  const [best] = delimiters.toSorted((a, b) => known(b) - known(a))
  if (known(best!) > 1) return best!
  const filled = linesIn(start).filter((line) => line.trim() !== '')
  return (
    delimiters.find((delimiter) => filled.every((line) => line.includes(delimiter))) ??
    delimiters.find((delimiter) => text.includes(delimiter)) ??
    '\t'
  )
}

export const tableIn = (written: string): Table => {
  const text = written.trimEnd()
  return { rows: rowsWith(delimiterOf(text), text) }
}
