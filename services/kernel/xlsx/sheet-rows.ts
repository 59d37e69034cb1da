import {
  cellText,
  type Cell,
  type CellReading,
  type Meanings,
  type NumberCell,
} from './cell-text.ts'
import { createOddities, linesOfReference, type SheetOddities } from './line-ranges.ts'
import { createTextCollector } from './texts.ts'
import { isTrue, parseXml, type Attributes } from './xml.ts'
import { UnreadableWorkbook } from './zip.ts'

export type SheetRow = {
  readonly line: number
  readonly cells: readonly string[]
  readonly numbers: ReadonlyMap<number, NumberCell>
  readonly faults: ReadonlyMap<number, string>
}

const mostColumns = 1_000
/** Zero-based: 'AB12' is in column 27. */
const columnOf = (reference: string): number => {
  let column = 0
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

const emptyRow = (line: number) => ({
  line,
  cells: [] as string[],
  numbers: new Map<number, NumberCell>(),
  faults: new Map<number, string>(),
})

const putCell = (
  { line, cells, numbers, faults }: ReturnType<typeof emptyRow>,
  column: number,
  { text, number, fault }: CellReading,
): void => {
  if (text === '' && fault === undefined) return
  if (column < 0 || column >= mostColumns)
    throw new UnreadableWorkbook(`Rad ${line} har flere enn 1 000 kolonner.`)
  if (cells[column] || faults.has(column))
    throw new UnreadableWorkbook(`Arket er skadet: rad ${line} har to celler på samme plass.`)
  while (cells.length < column) cells.push('')
  cells[column] = text
  if (number) numbers.set(column, number)
  if (fault !== undefined) faults.set(column, fault)
}

const noteColumns = ({ hiddenColumns }: SheetOddities, { min, max, hidden }: Attributes) => {
  if (isTrue(hidden)) hiddenColumns.push({ from: Number(min) - 1, to: Number(max) - 1 })
}
const noteMerged = ({ merged }: SheetOddities, { ref = '' }: Attributes) => {
  const lines = linesOfReference(ref)
  if (lines) merged.add(...lines)
}

const createCellCollector = () => {
  const inline = createTextCollector()
  let cell = { type: 'n', style: 0, value: '', hasFormula: false }
  let isValue = false
  return {
    begin: ({ t: type = 'n', s: style = '0' }: Attributes): void => {
      cell = { type, style: Number(style), value: '', hasFormula: false }
    },
    open: (name: string): void => {
      if (name === 'f') cell.hasFormula = true
      else if (name === 'v') isValue = true
      else inline.open(name)
    },
    text: (text: string): void => {
      // A comment or CDATA divides a text.
      if (isValue) cell.value += text
      else inline.text(text)
    },
    close: (name: string): void => {
      if (name === 'v') isValue = false
      else inline.close(name)
    },
    take: (): Cell => ({ ...cell, inline: inline.take() }),
  }
}

/** Cells and rows may omit their reference; then they follow the previous one. */
const createRowCollector = (meanings: Meanings, oddities = createOddities()) => {
  const cell = createCellCollector()
  const rows: SheetRow[] = []
  let row = emptyRow(0)
  let column = -1
  let isHidden = false
  const beginRow = ({ r, hidden }: Attributes) => {
    isHidden = isTrue(hidden)
    const line = r === undefined ? row.line + 1 : Number(r)
    if (!(line > row.line)) throw new UnreadableWorkbook('Arket er skadet: radene er i uorden.')
    row = emptyRow(line)
    column = -1
  }
  const endRow = () => {
    rows.push(row)
    if (isHidden && row.cells.length > 0) oddities.hidden.add(row.line)
  }
  return {
    open: (name: string, attributes: Attributes): void => {
      if (name === 'row') beginRow(attributes)
      else if (name === 'col') noteColumns(oddities, attributes)
      else if (name === 'mergeCell') noteMerged(oddities, attributes)
      else if (name === 'c') {
        column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r'])
        cell.begin(attributes)
      } else cell.open(name)
    },
    text: cell.text,
    close: (name: string): void => {
      if (name === 'c') putCell(row, column, cellText(cell.take(), meanings))
      else if (name === 'row') endRow()
      else cell.close(name)
    },
    take: (): readonly SheetRow[] => rows.splice(0),
  }
}

/** Yields the rows of each chunk. Rows without cells are left out. */
export async function* sheetRows(
  pieces: AsyncIterable<Uint8Array>,
  meanings: Meanings,
  oddities?: SheetOddities,
): AsyncGenerator<readonly SheetRow[]> {
  const collector = createRowCollector(meanings, oddities)
  for await (const _ of parseXml(pieces, collector)) yield collector.take()
}
