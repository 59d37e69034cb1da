import { useDeferredValue, useMemo } from 'react'
import { searchedWords } from '#contracts/text.ts'
import { norwegian } from '../text.ts'
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

/** A stable sort in both directions; empty values come last. */
export const sortRows = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort,
): readonly Row[] => {
  const column = columns.find(({ key }) => key === sort?.key)
  if (!column) return rows
  const sign = sort?.descending ? -1 : 1
  const valued = rows.map((row) => ({ row, value: column.value(row) }))
  return [
    ...valued
      .filter(({ value }) => !isEmpty(value))
      .toSorted((a, b) => sign * compare(a.value, b.value)),
    ...valued.filter(({ value }) => isEmpty(value)),
  ].map(({ row }) => row)
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[\u00a0\u202f]/g, ' ')

/** Includes the text and the raw value: '0,75' and '0.75' both match. Non-breaking spaces match plain ones. */
const textOf = <Row>(columns: readonly Column<Row>[], row: Row) =>
  plain(
    columns
      .filter(({ searchable = true }) => searchable)
      .flatMap((column) => {
        const value = column.value(row)
        return [columnText(column, row), ...(typeof value === 'number' ? [value] : [])]
      })
      .join('\n'),
  )

export const searchIn = <Row>(rows: readonly Row[], columns: readonly Column<Row>[]) => {
  let texts: readonly string[] | undefined
  return (search: string): readonly Row[] => {
    const words = searchedWords(search)
    if (words.length === 0) return rows
    texts ??= rows.map((row) => textOf(columns, row))
    return rows.filter((_, index) => words.every((word) => texts![index]!.includes(word)))
  }
}

type Source<Row> = { rows: readonly Row[] | undefined; error: unknown; retry: () => void }

export const useLocalView = <Row extends Identified>(
  { rows, error, retry }: Source<Row>,
  columns: readonly Column<Row>[],
  { search, sort }: Pick<ListState, 'search' | 'sort'>,
): View<Row> => {
  const sorted = useMemo(() => sortRows(rows ?? [], columns, sort), [rows, columns, sort])
  const find = useMemo(() => searchIn(sorted, columns), [sorted, columns])
  // Deferred, so that a long list does not delay typing.
  const deferred = useDeferredValue(search)
  const shown = useMemo(() => find(deferred), [find, deferred])
  return {
    at: (index) => shown[index],
    count: shown.length,
    total: rows?.length ?? 0,
    loading: rows === undefined && !error,
    error,
    retry,
    ids: async () => shown.map(({ id }) => id),
  }
}
