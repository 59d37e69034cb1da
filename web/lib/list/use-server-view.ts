import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { onRefresh } from '../refresh.ts'
import type { ListState } from './address.ts'
import { rowAt } from './pages.ts'
import { serverList } from './server-list.ts'
import type { View } from './use-local-view.ts'

const typing = 200

/** The text, once nobody has typed for a moment. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typing)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/**
 * A list that the server searches, sorts and pages: only what is in sight is read. `total` is null for
 * lists that are here whole; then nothing is asked.
 */
export const useServerView = <Row>(
  path: string,
  total: number | null,
  state: Pick<ListState, 'search' | 'sort'>,
): View<Row> => {
  const search = useSettled(state.search)
  const { sort } = state
  const isLong = total !== null
  const list = useMemo(() => serverList<Row>(path), [path])
  const held = useSyncExternalStore(list.subscribe, list.held)

  useEffect(() => {
    if (isLong) list.ask({ search, sort })
  }, [list, isLong, search, sort])
  useEffect(
    () => onRefresh((changed) => isLong && changed === path && list.again()),
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
