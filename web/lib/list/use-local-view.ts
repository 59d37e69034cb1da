import { useDeferredValue, useMemo } from 'react'
import type { Column } from './column.ts'
import type { ListState } from './address.ts'
import { prepare, visibleRows } from './view.ts'

/** What a list shows: some rows of all there are, wherever they are kept. */
export type View<Row> = {
  /** undefined while that row is on its way. */
  readonly at: (index: number) => Row | undefined
  /** How many rows match, and how many there are. */
  readonly count: number
  readonly total: number
  readonly loading: boolean
  readonly error: unknown
  readonly retry: () => void
  /** Tells which rows are in sight. */
  readonly want?: (first: number, last: number) => void
}

type Source<Row> = { rows: readonly Row[] | undefined; error?: unknown; retry?: () => void }

const nothing: readonly never[] = []

/** Searches and sorts rows that are all here. */
export const useLocalView = <Row>(
  { rows, error = null, retry = () => {} }: Source<Row>,
  columns: readonly Column<Row>[],
  { search, sort }: Pick<ListState, 'search' | 'sort'>,
): View<Row> => {
  const prepared = useMemo(() => prepare(rows ?? nothing, columns), [rows, columns])
  // The box follows the typing at once; the list may come a frame later.
  const sought = useDeferredValue(search)
  const shown = useMemo(() => visibleRows(prepared, sought, sort), [prepared, sought, sort])
  return {
    at: (index) => shown[index],
    count: shown.length,
    total: rows?.length ?? 0,
    loading: rows === undefined && !error,
    error,
    retry,
  }
}
