import { useDeferredValue, useMemo, useState } from 'react'
import useSWR from 'swr'
import type { View } from '../../lib/list/list-props.ts'
import { useListState } from '../../lib/list/use-list-state.ts'
import { useServerView } from '../../lib/list/use-server-view.ts'
import { useAllRows } from '../../lib/use-rows.ts'
import { assembliesPath, assemblyPath } from '../shared/api.ts'
import type { Assembly } from '../shared/assembly.ts'
import {
  initialView,
  shownAssemblies,
  sortings,
  typesOf,
  type ListView,
  type SortKey,
} from './list-view.ts'

const defaults = { view: 'grid', hidden: [] } as const
const noTypes: readonly string[] = []

const isSortKey = (key: string | undefined): key is SortKey => key !== undefined && key in sortings

/** Search, order and layout are in the address like every list's; the type filter is the screen's own. */
export const useListView = () => {
  const state = useListState('assemblies', defaults)
  const [type, setType] = useState('')
  const { search, sort } = state
  const order = isSortKey(sort?.key)
    ? { sort: sort.key, descending: sort.descending }
    : { sort: initialView.sort, descending: initialView.descending }
  const setView = (next: ListView) => {
    setType(next.type)
    const isInitial = next.sort === initialView.sort && next.descending === initialView.descending
    state.change({
      search: next.search,
      sort: isInitial ? null : { key: next.sort, descending: next.descending },
    })
  }
  return {
    view: { search, type, ...order },
    setView,
    layout: state.view,
    setLayout: (layout: typeof state.view) => state.change({ view: layout }),
  }
}

/** The list: searched, filtered and sorted here while it is short enough, else by the server. */
const useShown = (all: readonly Assembly[] | undefined, { search, ...rest }: ListView) => {
  const sought = useDeferredValue(search)
  const { type, sort, descending } = rest
  return useMemo(
    () => all && shownAssemblies(all, { search: sought, type, sort, descending }),
    [all, sought, type, sort, descending],
  )
}

/** What the view shows, the types there are, and the newest of the assembly that a dialog is open for. */
export const useAssemblies = (view: ListView, opened: Assembly | null) => {
  const { data, error, mutate } = useAllRows<Assembly>('assemblytypes')
  const isLong = typeof data === 'number'
  const all = isLong ? undefined : data
  const found = useShown(all, view)
  const local: View<Assembly> = {
    at: (index) => found?.[index],
    count: found?.length ?? 0,
    total: all?.length ?? 0,
    loading: all === undefined && !error,
    error: all ? null : error,
    retry: () => void mutate(),
  }
  const server = useServerView<Assembly>(assembliesPath, isLong ? data : null, {
    search: view.search,
    sort: { key: view.sort, descending: view.descending },
    filter: { type: view.type },
  })
  const { data: types } = useSWR<readonly string[]>(isLong ? `${assembliesPath}/values/type` : null)
  const { data: newest } = useSWR<Assembly>(isLong && opened ? assemblyPath(opened.id) : null)
  return {
    shown: isLong ? server : local,
    types: useMemo(() => (all ? typesOf(all) : (types ?? noTypes)), [all, types]),
    newest: (isLong ? newest : all?.find(({ id }) => id === opened?.id)) ?? opened,
  }
}
