import { useState } from 'react'
import { useListState } from '../lib/list/use-list-state.ts'
import { initialView, sortings, type ListView, type SortKey } from './list/list-view.ts'

const defaults = { view: 'grid', hidden: [] } as const

const isSortKey = (key: string | undefined): key is SortKey => key !== undefined && key in sortings

/** Search, order and layout are in the address like every list's; the type filter is the screen's own. */
export const useListView = () => {
  const state = useListState('assemblies', defaults)
  const [type, setType] = useState('')
  const { sort } = state
  const view: ListView = {
    search: state.search,
    type,
    sort: isSortKey(sort?.key) ? sort.key : initialView.sort,
    descending: isSortKey(sort?.key) ? sort.descending : initialView.descending,
  }
  const isInitial = ({ sort: key, descending }: ListView) =>
    key === initialView.sort && descending === initialView.descending
  const setView = (next: ListView) => {
    setType(next.type)
    state.change({
      search: next.search,
      sort: isInitial(next) ? null : { key: next.sort, descending: next.descending },
    })
  }
  return {
    view,
    setView,
    layout: state.view,
    setLayout: (layout: typeof state.view) => state.change({ view: layout }),
  }
}
