import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { isBelow, onRefresh } from '../refresh.ts'
import { useSettled } from '../use-settled.ts'
import { rowAt, type Asked } from './pages.ts'
import { serverList } from './server-list.ts'
import type { View } from './use-local-view.ts'

/**
 * A list that the server searches, sorts and pages: only what is in sight is read. `total` is null for
 * lists that are here whole; then nothing is asked. A filter is asked for anew when it is another object.
 */
export const useServerView = <Row>(path: string, total: number | null, state: Asked): View<Row> => {
  const search = useSettled(state.search)
  const { sort, filter } = state
  const isLong = total !== null
  const list = useMemo(() => serverList<Row>(path), [path])
  const held = useSyncExternalStore(list.subscribe, list.held)

  useEffect(() => {
    if (isLong) list.ask({ search, sort, ...(filter && { filter }) })
  }, [list, isLong, search, sort, filter])
  useEffect(
    () => onRefresh((changed) => isLong && isBelow(changed)(path) && list.again()),
    [list, isLong, path],
  )

  return {
    at: (index) => rowAt(held.pages, index),
    count: held.count ?? 0,
    total: Math.max(total ?? 0, held.count ?? 0),
    loading: held.count === undefined && !held.error,
    error: held.error,
    retry: list.again,
    want: list.want,
  }
}
