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

/** The order without headings: levels (optional), numbers, names (optional), quantities, units (optional), notes. */
export const guessedColumns = (rows: readonly (readonly string[])[]): Columns => {
  const cells = (at: number) => rows.map((row) => row[at] ?? '')
  const width = Math.max(...rows.map((row) => row.length))
  const start = width > 2 && areLevels(cells(0)) ? 1 : 0
  const places = Array.from({ length: width - start - 1 }, (_, at) => start + 1 + at)
  const areAll = (at: number, isOne: (cell: string) => boolean) => {
    const filled = cells(at).filter((cell) => cell.trim() !== '')
    return filled.length > 0 && filled.every(isOne)
  }
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
