import Papa from 'papaparse'
import { known } from '#contracts/unit-names.ts'
import { quantityIn } from './quantity.ts'

export type Table = {
  readonly rows: readonly (readonly string[])[]
  /** The sheet's row number of each row. */
  readonly lines?: readonly number[]
  readonly file?: string
}

export type PastedRow = {
  /** The line number in the pasted text or the file. */
  readonly line: number
  readonly level: number
  readonly number: string
  readonly name: string
  /** Includes the unit if there is a column of units. */
  readonly quantity: string
  readonly notes: string
}

/** Lower case without spaces and punctuation. */
const headings = {
  level: 'nivå niva level',
  number:
    'nummer itoartnr itonummer artnr artikkelnr artikkelnummer varenr varenummer delenr delenummer ' +
    'leverandørartnr leverandorartnr elnr elnummer tegnnr tegningsnr tegningsnummer ' +
    'partnumber partno itemnumber',
  name: 'beskrivelse navn benevnelse betegnelse tekst description name',
  quantity: 'antall ant stk mengde qty quantity',
  unit: 'enhet måleenhet unit uom',
  notes: 'notat notater merknad kommentar note notes remark',
} as const
type Column = keyof typeof headings
/** The column indexes. There may be several number columns; the first non-empty cell is used. */
type Columns = Readonly<Record<Column, readonly number[]>>

const plain = (heading: string) => heading.toLocaleLowerCase('nb').replace(/[^\p{L}\p{N}]/gu, '')

const columnsOf = (cells: readonly string[]): Columns => {
  const found = cells.map(plain)
  const placesOf = (names: string) =>
    names
      .split(' ')
      .map((name) => found.indexOf(name))
      .filter((place) => place >= 0)
  const places = Object.entries(headings).map(([column, names]) => [column, placesOf(names)])
  return Object.fromEntries(places) as Columns
}

const isHeader = ({ number, name, quantity }: Columns) =>
  number.length + name.length > 0 && (quantity.length > 0 || number.length > 0)

const outline = /^\d{1,3}([.,]\d{1,3})*\.?$/
const isQuantity = (cell: string) => /\d/.test(cell) && quantityIn(cell) !== null
const isUnit = (cell: string) => known.has(cell.trim().toLowerCase().replace(/\.$/, ''))

/** '2' is a level; '1.2.1' is an outline number of level 3. */
const levelIn = (written: string): number => {
  const text = written.trim().replace(/\.$/, '').replaceAll(',', '.')
  if (!outline.test(text)) return 1
  return text.includes('.') ? text.split('.').length : Number(text)
}

/** Levels start at the top and increase by at most one per row. */
const areLevels = (cells: readonly string[]) => {
  const levels = cells.map((cell) => levelIn(cell))
  return (
    cells.every((cell) => outline.test(cell.trim())) &&
    levels[0]! <= 1 &&
    new Set(levels).size > 1 &&
    levels.every((level, at) => at === 0 || level <= levels[at - 1]! + 1)
  )
}

/** The order without headings: levels (optional), numbers, names (optional), quantities, units (optional), notes. */
const guessedColumns = (rows: readonly (readonly string[])[]): Columns => {
  const cells = (at: number) => rows.map((row) => row[at] ?? '')
  const width = Math.max(...rows.map((row) => row.length))
  const start = width > 2 && areLevels(cells(0)) ? 1 : 0
  const places = Array.from({ length: width - start - 1 }, (_, at) => start + 1 + at)
  const quantity =
    places.find(
      (at) =>
        cells(at).some(isQuantity) &&
        cells(at).every((cell) => cell.trim() === '' || isQuantity(cell)),
    ) ?? places.find((at) => cells(at).filter(isQuantity).length * 2 > rows.length)
  const hasUnits =
    quantity !== undefined &&
    cells(quantity + 1).some(isUnit) &&
    cells(quantity + 1).every((cell) => cell.trim() === '' || isUnit(cell))
  const after = (quantity ?? start) + (hasUnits ? 1 : 0)
  return {
    level: start === 1 ? [0] : [],
    number: [start],
    name: quantity !== undefined && quantity > start + 1 ? [start + 1] : [],
    quantity: quantity === undefined ? [] : [quantity],
    unit: hasUnits ? [after] : [],
    notes: width > after + 1 ? [after + 1] : [],
  }
}

const withUnit = (quantity: string, unit: string) =>
  unit !== '' && /\d$/.test(quantity) ? `${quantity} ${unit}` : quantity

/** Converts cells to rows of a stykkliste. The first row may be headings. */
export const rowsIn = ({ rows: all, lines }: Table): readonly PastedRow[] => {
  const filled = all
    .map((cells, at) => ({ cells, line: lines?.[at] ?? at + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const header = filled.findIndex(({ cells }) => isHeader(columnsOf(cells)))
  const hasHeader = header >= 0 && header < 20
  const body = hasHeader ? filled.slice(header + 1) : filled
  if (body.length === 0) return []
  const columns = hasHeader
    ? columnsOf(filled[header]!.cells)
    : guessedColumns(body.map(({ cells }) => cells))
  const rows = body.map(({ cells, line }) => {
    const text = (column: Column) =>
      columns[column].map((at) => (cells[at] ?? '').trim()).find((cell) => cell !== '') ?? ''
    const name = text('name')
    return {
      line,
      level: columns.level.length > 0 ? levelIn(text('level')) : 1,
      number: text('number') || name,
      name,
      quantity: withUnit(text('quantity'), text('unit')),
      notes: text('notes'),
    }
  })
  const named = rows.filter(({ number }) => number !== '')
  const highest = Math.min(...named.map(({ level }) => level))
  const [first, ...others] = named
  // A single first row of level 0 is the assembly itself.
  const isWhole = first && first.level === highest && others.every(({ level }) => level > highest)
  const shown = isWhole && others.length > 0 && highest === 0 ? others : named
  const top = Math.min(...shown.map(({ level }) => level))
  return shown.map((row) => ({ ...row, level: row.level - top + 1 }))
}

export const tableIn = (text: string): Table => ({
  rows: Papa.parse<string[]>(text.trimEnd(), { delimiter: text.includes('\t') ? '\t' : '' }).data,
})
