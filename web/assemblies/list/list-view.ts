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
import { useListState } from '../../lib/list/use-list-state.ts'
import { useRowsView } from '../../lib/list/use-rows-view.ts'
import { norwegian } from '#contracts/text.ts'
import { assembliesPath } from '../shared/api.ts'
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

/** Choosing the same key again reverses the order; another key starts ascending. */
export const sortedBy = (sort: Sorting, key: SortKey): Sorting => ({
  key,
  descending: sort.key === key && !sort.descending,
})

const compare: Record<Exclude<SortKey, CostSort>, (a: Assembly, b: Assembly) => number> = {
  name: (a, b) => norwegian.compare(a.name, b.name),
  createdAt: (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt),
  type: (a, b) => norwegian.compare(a.type ?? '', b.type ?? ''),
}

const byCost = (key: CostSort, descending: boolean) => {
  const order = compareTotals(costSorts[key], descending)
  const totals = ({ cost }: Assembly) => cost?.totals ?? []
  return (a: Assembly, b: Assembly) => order(totals(a), totals(b)) || a.id - b.id
}

/** As the server sorts: what has no value comes last in both directions, and ids break ties. */
export const orderOf = ({ key, descending }: Sorting) => {
  if (isCostSort(key)) return byCost(key, descending)
  const sign = descending ? -1 : 1
  return (a: Assembly, b: Assembly) =>
    Number(!a[key]) - Number(!b[key]) || sign * compare[key](a, b) || a.id - b.id
}

const defaults = {
  sort: byName,
  view: 'grid',
  hidden: [],
  hiddenOnCards: [],
  parameters: filterParameters(assembly),
} as const
const noTypes: readonly string[] = []
// Sorted by `orderOf`, and searched as the server does.
const noColumns: readonly never[] = []

/** The value of the drop-down, which shows one type only; '' means all types or several. */
const typeIn = ({ type = [] }: Filters): string => (type.length === 1 ? type[0]! : '')

export const useListView = () => {
  const state = useListState('assemblies', defaults)
  const { filters, sort, change } = state
  const setType = (type: string) => {
    const { type: _, ...others } = filters
    change({ filters: type === '' ? others : { ...others, type: [type] } })
  }
  const known = sort && sort.key in sortings ? (sort as Sorting) : byName
  return { ...state, sort: known, type: typeIn(filters), setType }
}
export type ListView = ReturnType<typeof useListView>

export const useAssemblies = (list: ListView) => {
  const { key, descending } = list.sort
  const order = useMemo(() => orderOf({ key, descending }), [key, descending])
  const shown = useRowsView<Assembly>('assemblytypes', noColumns, list, order)
  const { data: types = noTypes } = useSWR<readonly string[]>(`${assembliesPath}/values/type`)
  return { shown, types }
}
