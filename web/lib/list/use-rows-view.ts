import { useMemo } from 'react'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { AnyRecord, EntityName } from '#contracts/entity.ts'
import { createMatcher } from '#contracts/list/search.ts'
import { useAllRows } from '../use-rows.ts'
import type { Column, View } from './list-props.ts'
import { useLocalView } from './use-local-view.ts'
import type { ListState } from './use-list-state.ts'
import { useServerView } from './use-server-view.ts'

type Query = Pick<ListState, 'search' | 'sort' | 'filters'>

/**
 * Searches and sorts short lists in the browser, and others on the server: both find the same, which is what an export
 * has. `order` replaces sorting by columns.
 */
export const useRowsView = <Row extends AnyRecord>(
  collection: EntityName,
  columns: readonly Column<Row>[],
  query: Query,
  order?: (a: Row, b: Row) => number,
): View<Row> => {
  const { data, error, mutate } = useAllRows<Row>(collection)
  const isLong = typeof data === 'number'
  // Filters work on the server only.
  const isServed = data !== undefined && (isLong || Object.keys(query.filters).length > 0)
  const all = isLong ? undefined : data
  const rows = useMemo(() => (order ? all?.toSorted(order) : all), [all, order])
  const { search, sort } = query
  const matcher = useMemo(
    () => (row: Row) => createMatcher(entityNamed(collection), row),
    [collection],
  )
  const local = useLocalView(
    { data: rows, error, mutate },
    columns,
    { search, sort: order ? null : sort },
    matcher,
  )
  const total = isLong ? data : (data?.length ?? null)
  const server = useServerView<Row>(`/api/${collection}`, isServed ? total : null, query)
  if (!isServed) return local
  // Show the whole list until the filtered one is loaded.
  return isLong || !server.loading
    ? { ...server, error: server.error ?? error }
    : { ...local, isOld: true, ids: server.ids }
}
