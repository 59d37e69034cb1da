import { useDeferredValue, useMemo } from 'react'
import type { Column, View } from './list-props.ts'
import type { ListState } from './use-list-state.ts'
import { prepare, filterRows } from './filter-rows.ts'

type Source<Row> = { rows: readonly Row[] | undefined; error: unknown; retry: () => void }

const nothing: readonly never[] = []

/** Searches and sorts rows that are all here. */
export const useLocalView = <Row>(
  { rows, error, retry }: Source<Row>,
  columns: readonly Column<Row>[],
  { search, sort }: Pick<ListState, 'search' | 'sort'>,
): View<Row> => {
  const prepared = useMemo(() => prepare(rows ?? nothing, columns), [rows, columns])
  // The box follows the typing at once; the list may come a frame later.
  const sought = useDeferredValue(search)
  const shown = useMemo(() => filterRows(prepared, sought, sort), [prepared, sought, sort])
  return {
    at: (index) => shown[index],
    count: shown.length,
    total: rows?.length ?? 0,
    loading: rows === undefined && !error,
    error,
    retry,
  }
}
