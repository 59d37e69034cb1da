import type { Sort } from './use-list-state.ts'
import { norwegian } from './compare.ts'
import { columnText, type CellValue, type Column } from './list-props.ts'

const isEmpty = (value: CellValue) => value === null || value === undefined || value === ''

const compare = (a: CellValue, b: CellValue): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : norwegian.compare(String(a), String(b))

/**
 * For every row its place when sorted by the column. Equal values keep the order the rows came in, in
 * both directions, and empty ones come last. The collator is slow, so it sees each value once.
 */
const places = <Row>(rows: readonly Row[], column: Column<Row>): ReadonlyMap<Row, number> => {
  const values = rows.map(column.value)
  const distinct = [...new Set(values)].filter((value) => !isEmpty(value)).toSorted(compare)
  const rank = new Map<CellValue, number>()
  for (const [index, value] of distinct.entries()) {
    const before = distinct[index - 1]
    const same = index > 0 && compare(before, value) === 0
    rank.set(value, same ? rank.get(before)! : index)
  }
  return new Map(rows.map((row, index) => [row, rank.get(values[index]) ?? Infinity]))
}

/** Everything about the rows that a search or a sort needs again and again. */
type Prepared<Row> = {
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly haystacks: () => readonly string[]
  readonly places: (column: Column<Row>) => ReadonlyMap<Row, number>
}

/** Text as shown and bare value are both found, '0,75' and '0.75', and a hard space is a space. */
const haystack = <Row>(columns: readonly Column<Row>[], row: Row) =>
  columns
    .map((column) => {
      const value = column.value(row)
      const text = columnText(column, row)
      return typeof value === 'number' ? `${text}\n${value}` : text
    })
    .join('\n')
    .toLowerCase()
    .replaceAll(/[\u00a0\u202f]/g, ' ')

export const prepare = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Prepared<Row> => {
  let texts: readonly string[] | undefined
  const known = new Map<string, ReadonlyMap<Row, number>>()
  const searched = columns.filter(({ searchable = true }) => searchable)
  return {
    rows,
    columns,
    haystacks: () => (texts ??= rows.map((row) => haystack(searched, row))),
    places: (column) => {
      const placed = known.get(column.key) ?? places(rows, column)
      known.set(column.key, placed)
      return placed
    },
  }
}

const searchRows = <Row>(prepared: Prepared<Row>, search: string): readonly Row[] => {
  const sought = search
    .trim()
    .toLowerCase()
    .replaceAll(/[\u00a0\u202f]/g, ' ')
  if (sought === '') return prepared.rows
  const texts = prepared.haystacks()
  return prepared.rows.filter((_, index) => texts[index]!.includes(sought))
}

/** The rows to show: those where some column holds the search text, in the order asked for. */
export const filterRows = <Row>(
  prepared: Prepared<Row>,
  search: string,
  sort: Sort,
): readonly Row[] => {
  const rows = searchRows(prepared, search)
  const column = sort && prepared.columns.find(({ key }) => key === sort.key)
  if (!column) return rows
  const place = prepared.places(column)
  const sign = sort.descending ? -1 : 1
  return rows.toSorted((a, b) => {
    const [here, there] = [place.get(a)!, place.get(b)!]
    if (here === there) return 0
    if (here === Infinity) return 1
    if (there === Infinity) return -1
    return sign * (here - there)
  })
}
