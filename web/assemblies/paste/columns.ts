import { normalHeading } from '#contracts/csv/headings.ts'
import { known } from '#contracts/unit-names.ts'
import { quantityIn } from './quantity.ts'

/** As `normalHeading` has them. */
const headings = {
  level: 'niva level',
  number:
    'nummer itoartnr itonummer artnr artikkelnr artikkelnummer varenr varenummer delenr delenummer ' +
    'leverandorartnr elnr elnummer tegnnr tegningsnr tegningsnummer ' +
    'partnumber partno itemnumber',
  name: 'beskrivelse navn benevnelse betegnelse tekst description name',
  quantity: 'antall ant stk mengde qty quantity',
  unit: 'enhet maleenhet unit uom',
  notes: 'notat notater merknad kommentar note notes remark',
} as const
export type Column = keyof typeof headings
/** The column indexes. There may be several number columns; the first non-empty cell is used. */
export type Columns = Readonly<Record<Column, readonly number[]>>

export const columnsOf = (cells: readonly string[]): Columns => {
  const found = cells.map(normalHeading)
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

const mayStandAbove = 20
/** The index of the row with the headings; -1 if there is none. */
export const headerAt = (rows: readonly (readonly string[])[]): number =>
  rows.slice(0, mayStandAbove).findIndex((cells) => isHeader(columnsOf(cells)))

const outline = /^\d{1,3}([.,]\d{1,3})*\.?$/
const isQuantity = (cell: string) => /\d/.test(cell) && quantityIn(cell) !== null
const isUnit = (cell: string) => known.has(cell.trim().toLowerCase().replace(/\.$/, ''))

/** '2' is a level; '1.2.1' is an outline number of level 3. Null if it is neither. */
export const levelIn = (written: string): number | null => {
  const text = written.trim().replace(/\.$/, '').replaceAll(',', '.')
  if (!outline.test(text)) return null
  return text.includes('.') ? text.split('.').length : Number(text)
}

/** Levels start at the top and increase by at most one per row. */
const areLevels = (cells: readonly string[]) => {
  const levels = cells.map(levelIn)
  return (
    levels.every((level) => level !== null) &&
    levels[0]! <= 1 &&
    new Set(levels).size > 1 &&
    levels.every((level, at) => at === 0 || level <= levels[at - 1]! + 1)
  )
}

type Cells = readonly (readonly string[])[]

const columnsIn = (rows: Cells) => {
  const cells = (at: number) => rows.map((row) => row[at] ?? '')
  const areAll = (at: number, isOne: (cell: string) => boolean) => {
    const filled = cells(at).filter((cell) => cell.trim() !== '')
    return filled.length > 0 && filled.every(isOne)
  }
  return { cells, areAll, width: Math.max(...rows.map((row) => row.length)) }
}

/** In this order: levels (optional), numbers, names (optional), quantities, units (optional), notes. */
const numberFirst = (rows: Cells): Columns => {
  const { cells, areAll, width } = columnsIn(rows)
  const start = width > 2 && areLevels(cells(0)) ? 1 : 0
  const places = Array.from({ length: width - start - 1 }, (_, at) => start + 1 + at)
  const quantity =
    places.find((at) => areAll(at, isQuantity)) ??
    places.find((at) => cells(at).filter(isQuantity).length * 2 > rows.length)
  const hasUnits = quantity !== undefined && areAll(quantity + 1, isUnit)
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

/** Part numbers are longer. */
const mostAsQuantity = 999
const isSmall = (cell: string) =>
  isQuantity(cell) && !cell.trim().startsWith('0') && quantityIn(cell)! <= mostAsQuantity

/** In this order: quantities, units (optional), numbers, names (optional), notes. Null if the first are no quantities. */
const quantityFirst = (rows: Cells): Columns | null => {
  const { areAll, width } = columnsIn(rows)
  if (!areAll(0, isSmall)) return null
  const number = areAll(1, isUnit) ? 2 : 1
  if (number >= width) return null
  const notes = Math.min(number + 2, width - 1)
  return {
    level: [],
    number: [number],
    name: notes > number + 1 ? [number + 1] : [],
    quantity: [0],
    unit: number === 2 ? [1] : [],
    notes: notes > number ? [notes] : [],
  }
}

/** What the columns are without headings; the second, if any, where no number of the first is known. */
export const guessedColumns = (rows: Cells): readonly Columns[] => {
  const first = numberFirst(rows)
  const swapped = first.level.length === 0 ? quantityFirst(rows) : null
  if (!swapped) return [first]
  if (first.quantity.length === 0) return [swapped, first]
  // Of two columns of numbers either may be the quantities.
  return first.quantity[0] === swapped.number[0] ? [first, swapped] : [first]
}
