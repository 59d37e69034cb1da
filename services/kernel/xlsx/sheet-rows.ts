import { cellText, type Meanings } from './cell-text.ts'
import { linesOfReference, type SheetOddities } from './line-ranges.ts'
import { createTextCollector } from './texts.ts'
import { parseXml, type Attributes } from './xml.ts'
import { UnreadableWorkbook } from './zip.ts'

export type SheetRow = {
  /** The number of the row, as the program shows it. */
  readonly line: number
  readonly cells: readonly string[]
  /** The columns of numbers, which are written with a decimal point. */
  readonly numbers: ReadonlySet<number>
  /** By column, why a cell has no value: an error, or a formula that was never calculated. */
  readonly faults: ReadonlyMap<number, string>
}

const mostColumns = 1_000
const isTrue = (value: string | undefined) => value === '1' || value === 'true'

/** 'AB12' is in column 27, counted from 0. */
const columnOf = (reference: string): number => {
  let column = 0
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

const emptyRow = (line: number) => ({
  line,
  cells: [] as string[],
  numbers: new Set<number>(),
  faults: new Map<number, string>(),
})

/** Puts rows together from the elements of a sheet. Cells and rows may leave out where they are. */
const createRowCollector = (meanings: Meanings, oddities?: SheetOddities) => {
  let rows: SheetRow[] = []
  let row = emptyRow(0)
  let column = -1
  let cell: Attributes = {}
  let value = ''
  let hasFormula = false
  let isValue = false
  let isHidden = false
  const inline = createTextCollector()

  const beginRow = ({ r, hidden }: Attributes) => {
    isHidden = isTrue(hidden)
    const line = r === undefined ? row.line + 1 : Number(r)
    if (!(line > row.line)) throw new UnreadableWorkbook('Arket er skadet: radene er i uorden.')
    row = emptyRow(line)
    column = -1
  }
  const beginCell = (attributes: Attributes) => {
    cell = attributes
    column = cell['r'] === undefined ? column + 1 : columnOf(cell['r'])
    value = ''
    hasFormula = false
  }
  const endCell = () => {
    const { t: type = 'n', s: style } = cell
    const from = { type, style: Number(style ?? 0), value, inline: inline.take(), hasFormula }
    const { text, isNumber, fault } = cellText(from, meanings)
    if (text === '' && fault === undefined) return
    if (column < 0 || column >= mostColumns)
      throw new UnreadableWorkbook(`Rad ${row.line} har flere enn 1 000 kolonner.`)
    while (row.cells.length < column) row.cells.push('')
    row.cells[column] = text
    if (isNumber) row.numbers.add(column)
    if (fault !== undefined) row.faults.set(column, fault)
  }
  const endRow = () => {
    rows.push(row)
    if (isHidden && row.cells.length > 0) oddities?.hidden.add(row.line)
  }
  const noteColumns = ({ min, max, hidden }: Attributes) => {
    if (isTrue(hidden)) oddities?.hiddenColumns.push({ from: Number(min) - 1, to: Number(max) - 1 })
  }
  const noteMerged = ({ ref = '' }: Attributes) => {
    const lines = linesOfReference(ref)
    if (lines) oddities?.merged.add(...lines)
  }
  return {
    open: (name: string, attributes: Attributes): void => {
      if (name === 'row') beginRow(attributes)
      else if (name === 'mergeCell') noteMerged(attributes)
      else if (name === 'col') noteColumns(attributes)
      else if (name === 'c') beginCell(attributes)
      else if (name === 'f') hasFormula = true
      else if (name === 'v') isValue = true
      else inline.open(name)
    },
    text: (text: string): void => {
      if (isValue) value = text
      else inline.text(text)
    },
    close: (name: string): void => {
      if (name === 'v') isValue = false
      else if (name === 'c') endCell()
      else if (name === 'row') endRow()
      else inline.close(name)
    },
    take: (): readonly SheetRow[] => {
      const taken = rows
      rows = []
      return taken
    },
  }
}

/** The rows of a sheet that have cells, a piece of the file at a time. */
export async function* sheetRows(
  pieces: AsyncIterable<Uint8Array>,
  meanings: Meanings,
  oddities?: SheetOddities,
): AsyncGenerator<readonly SheetRow[]> {
  const collector = createRowCollector(meanings, oddities)
  for await (const _ of parseXml(pieces, collector)) yield collector.take()
}
