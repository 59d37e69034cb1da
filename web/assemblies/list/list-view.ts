import { useDeferredValue, useMemo, useState } from 'react'
import useSWR from 'swr'
import type { View } from '../../lib/list/list-props.ts'
import { useListState } from '../../lib/list/use-list-state.ts'
import { useServerView } from '../../lib/list/use-server-view.ts'
import { compareTexts } from '../../lib/text.ts'
import { useAllRows } from '../../lib/use-rows.ts'
import { assembliesPath, assemblyPath } from '../shared/api.ts'
import type { Assembly } from '../shared/assembly.ts'

export const sortings = { name: 'Navn', createdAt: 'Dato', type: 'Type' } as const
export type SortKey = keyof typeof sortings

export type ListView = {
  readonly search: string
  /** '' is all types. */
  readonly type: string
  readonly sort: SortKey
  readonly descending: boolean
}
export const initialView: ListView = { search: '', type: '', sort: 'name', descending: false }

export const typesOf = (assemblies: readonly Assembly[]): string[] =>
  [...new Set(assemblies.flatMap(({ type }) => type || []))].toSorted(compareTexts)

/** The same button again turns the order; another one starts ascending. */
export const sortedBy = (view: ListView, sort: SortKey): ListView => ({
  ...view,
  sort,
  descending: view.sort === sort && !view.descending,
})

const searched = ({ name, description, drawingNumber }: Assembly) => [
  name,
  description,
  drawingNumber ?? '',
]

const matches = (search: string) => {
  const sought = search.trim().toLocaleLowerCase('nb')
  return (assembly: Assembly) =>
    searched(assembly).some((text) => text.toLocaleLowerCase('nb').includes(sought))
}

// Ids break ties, so that the order is one and the same however the list came.
const compare: Record<SortKey, (a: Assembly, b: Assembly) => number> = {
  name: (a, b) => compareTexts(a.name, b.name) || a.id - b.id,
  createdAt: (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id,
  type: (a, b) => compareTexts(a.type, b.type) || compare.name(a, b),
}

export const shownAssemblies = (
  assemblies: readonly Assembly[],
  { search, type, sort, descending }: ListView,
): Assembly[] => {
  const found = assemblies.filter(
    (assembly) => (type === '' || assembly.type === type) && matches(search)(assembly),
  )
  const order = compare[sort]
  return found.toSorted(descending ? (a, b) => order(b, a) : order)
}

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

/**
 * The list, searched, filtered and sorted here while it is short enough, else by the server; the types
 * there are; and the newest of the assembly that a dialog is open for.
 */
export const useAssemblies = (view: ListView, opened: Assembly | null) => {
  const { data, error, mutate } = useAllRows<Assembly>('assemblytypes')
  const isLong = typeof data === 'number'
  const all = isLong ? undefined : data
  const { search, type, sort, descending } = view
  const sought = useDeferredValue(search)
  const found = useMemo(
    () => all && shownAssemblies(all, { search: sought, type, sort, descending }),
    [all, sought, type, sort, descending],
  )
  const local: View<Assembly> = {
    at: (index) => found?.[index],
    count: found?.length ?? 0,
    total: all?.length ?? 0,
    loading: all === undefined && !error,
    error: all ? null : error,
    retry: () => void mutate(),
  }
  const server = useServerView<Assembly>(assembliesPath, isLong ? data : null, {
    search,
    sort: { key: sort, descending },
    filter: { type },
  })
  const { data: types } = useSWR<readonly string[]>(isLong ? `${assembliesPath}/values/type` : null)
  const { data: newest } = useSWR<Assembly>(isLong && opened ? assemblyPath(opened.id) : null)
  return {
    shown: isLong ? server : local,
    types: useMemo(() => (all ? typesOf(all) : (types ?? noTypes)), [all, types]),
    newest: (isLong ? newest : all?.find(({ id }) => id === opened?.id)) ?? opened,
  }
}
