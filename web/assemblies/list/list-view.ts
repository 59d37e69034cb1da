import { useMemo } from 'react'
import {
  compareTotals,
  costSorts,
  isCostSort,
  type CostSort,
} from '#contracts/assembly/cost-order.ts'
import { assembly } from '#contracts/catalogue/assembly.ts'
import { filterParameters, type Filters } from '#contracts/list/filters.ts'
import useSWR from 'swr'
import type { Column } from '../../lib/list/list-props.ts'
import { useListState } from '../../lib/list/use-list-state.ts'
import { useLocalView } from '../../lib/list/use-local-view.ts'
import { useServerView } from '../../lib/list/use-server-view.ts'
import { compareTexts } from '../../lib/text.ts'
import { useAllRows } from '../../lib/use-rows.ts'
import { assembliesPath, assemblyPath } from '../shared/api.ts'
import type { Assembly } from '../shared/assembly.ts'

export const sortings = {
  name: 'Navn',
  createdAt: 'Dato',
  type: 'Type',
  costPrice: 'Kostpris',
  salesPrice: 'Salgspris',
} as const
export type SortKey = keyof typeof sortings
type Sorting = { readonly key: SortKey; readonly descending: boolean }

export const byName: Sorting = { key: 'name', descending: false }

export const typesOf = (assemblies: readonly Assembly[]): string[] =>
  [...new Set(assemblies.flatMap(({ type }) => type || []))].toSorted(compareTexts)

/** The same button again turns the order; another one starts ascending. */
export const sortedBy = (sort: Sorting, key: SortKey): Sorting => ({
  key,
  descending: sort.key === key && !sort.descending,
})

export const searched = (['name', 'description', 'drawingNumber'] as const).map(
  (key): Column<Assembly> => ({ key, label: key, value: (assembly) => assembly[key] }),
)

// Ids break ties, so that the order is one and the same however the list came.
const compare: Record<Exclude<SortKey, CostSort>, (a: Assembly, b: Assembly) => number> = {
  name: (a, b) => compareTexts(a.name, b.name) || a.id - b.id,
  createdAt: (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id,
  type: (a, b) => compareTexts(a.type, b.type) || compare.name(a, b),
}

const byCost = (key: CostSort, descending: boolean) => {
  const order = compareTotals(costSorts[key], descending)
  const totals = ({ cost }: Assembly) => cost?.totals ?? []
  return (a: Assembly, b: Assembly) => order(totals(a), totals(b)) || a.id - b.id
}

const orderOf = ({ key, descending }: Sorting) => {
  if (isCostSort(key)) return byCost(key, descending)
  const order = compare[key]
  return descending ? (a: Assembly, b: Assembly) => order(b, a) : order
}

/** '' is all types. */
export const ofType = (assemblies: readonly Assembly[], type: string, sort: Sorting): Assembly[] =>
  assemblies.filter((assembly) => type === '' || assembly.type === type).toSorted(orderOf(sort))

const defaults = {
  sort: null,
  view: 'grid',
  hidden: [],
  hiddenOnCards: [],
  parameters: filterParameters(assembly),
} as const
const noTypes: readonly string[] = []

/** The one type that the drop-down shows; '' is all, or several. */
const typeIn = ({ type = [] }: Filters): string => (type.length === 1 ? type[0]! : '')

/** Search, filters, order and layout are in the address like every list's. */
export const useListView = () => {
  const state = useListState('assemblies', defaults)
  const { search, filters, sort, view, change } = state
  const setType = (type: string) => {
    const { type: _, ...others } = filters
    change({ filters: type === '' ? others : { ...others, type: [type] } })
  }
  const setSort = ({ key, descending }: Sorting) =>
    change({ sort: key === byName.key && !descending ? null : { key, descending } })
  return {
    state,
    search,
    filters,
    type: typeIn(filters),
    sort: sort && sort.key in sortings ? (sort as Sorting) : byName,
    layout: view,
    change,
    setType,
    setSort,
  }
}
export type ListView = ReturnType<typeof useListView>

/**
 * The list, searched, filtered and sorted here while it is short enough, else by the server; the types
 * there are; and the newest of the assembly that a dialog is open for.
 */
export const useAssemblies = (list: ListView, opened: Assembly | null) => {
  const { search, filters, type, sort } = list

  const { data, error, mutate } = useAllRows<Assembly>('assemblytypes')
  const isLong = typeof data === 'number'
  const all = isLong ? undefined : data
  // What a filter means only the server knows, but for the type.
  const isServed = isLong || Object.keys(filters).length > (type === '' ? 0 : 1)
  const total = isLong ? data : data?.length
  const rows = useMemo(() => all && ofType(all, type, sort), [all, type, sort])
  const source = { rows, error: all ? null : error, retry: () => void mutate() }
  const local = useLocalView(source, searched, { search, sort: null })
  const server = useServerView<Assembly>(
    assembliesPath,
    isServed && total !== undefined ? total : null,
    list,
  )
  const { data: types } = useSWR<readonly string[]>(isLong ? `${assembliesPath}/values/type` : null)
  const { data: newest } = useSWR<Assembly>(isLong && opened ? assemblyPath(opened.id) : null)
  return {
    shown: isServed
      ? { ...server, error: server.error ?? error }
      : { ...local, total: all?.length ?? 0 },
    types: useMemo(() => (all ? typesOf(all) : (types ?? noTypes)), [all, types]),
    newest: (isLong ? newest : all?.find(({ id }) => id === opened?.id)) ?? opened,
  }
}
