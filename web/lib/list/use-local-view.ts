import { useDeferredValue, useMemo } from 'react'
import { searchReadings } from '#contracts/list/search.ts'
import { normalKey, norwegian } from '#contracts/text.ts'
import {
  columnText,
  type CellValue,
  type Column,
  type Identified,
  type View,
} from './list-props.ts'
import type { ListState, Sort } from './use-list-state.ts'

const isEmpty = (value: CellValue) => value === null || value === undefined || value === ''

const compare = (a: CellValue, b: CellValue): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : norwegian.compare(String(a), String(b))

const leadingNumber = (value: CellValue): number =>
  Number(/^-?\d+(?:[.,]\d+)?/.exec(String(value))?.[0].replace(',', '.') ?? Infinity)

/** By the number that it begins with, as the server sorts measures; others come after all numbers. */
const compareMeasures = (a: CellValue, b: CellValue): number => {
  const [one, other] = [a, b].map((value) =>
    typeof value === 'number' ? value : leadingNumber(value),
  )
  return one! - other! || norwegian.compare(String(a), String(b))
}

/** A stable sort in both directions; empty values come last. */
export const sortRows = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort,
): readonly Row[] => {
  const column = columns.find(({ key }) => key === sort?.key)
  if (!column) return rows
  const sign = sort?.descending ? -1 : 1
  const order = column.measure ? compareMeasures : compare
  const valued = rows.map((row) => ({ row, value: column.value(row) }))
  return [
    ...valued
      .filter(({ value }) => !isEmpty(value))
      .toSorted((a, b) => sign * order(a.value, b.value)),
    ...valued.filter(({ value }) => isEmpty(value)),
  ].map(({ row }) => row)
}

/** Tests a word of a search against a row. */
export type Matcher<Row> = (row: Row) => (word: string) => boolean

export const matchingColumns =
  <Row>(columns: readonly Column<Row>[]): Matcher<Row> =>
  (row) => {
    const texts = columns
      .filter(({ searchable = true }) => searchable)
      .map((column) => columnText(column, row))
    const text = normalKey(texts.join('\n'))
    return (word) => text.includes(word)
  }

export const searchIn = <Row>(rows: readonly Row[], matcher: Matcher<Row>) => {
  let matchers: readonly ((word: string) => boolean)[] | undefined
  return (search: string): readonly Row[] => {
    const readings = searchReadings(search)
    if (readings.flat().length === 0) return rows
    matchers ??= rows.map(matcher)
    return rows.filter((_, index) => readings.some((words) => words.every(matchers![index]!)))
  }
}

type Source<Row> = Pick<View<Row>, 'error' | 'mutate'> & { data: readonly Row[] | undefined }

export const useLocalView = <Row extends Identified>(
  { data: rows, error, mutate }: Source<Row>,
  columns: readonly Column<Row>[],
  { search, sort }: Pick<ListState, 'search' | 'sort'>,
  matcher?: Matcher<Row>,
): View<Row> => {
  const sorted = useMemo(() => sortRows(rows ?? [], columns, sort), [rows, columns, sort])
  const find = useMemo(
    () => searchIn(sorted, matcher ?? matchingColumns(columns)),
    [sorted, columns, matcher],
  )
  // Deferred, so that a long list does not delay typing.
  const deferred = useDeferredValue(search)
  const shown = useMemo(() => find(deferred), [find, deferred])
  return {
    at: (index) => shown[index],
    count: shown.length,
    total: rows?.length ?? 0,
    loading: rows === undefined && !error,
    error,
    mutate,
    ids: async () => shown.map(({ id }) => id),
  }
}
