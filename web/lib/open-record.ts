import { useState } from 'react'
import { useLocation, useRoute, useSearch } from 'wouter'
import { leaveRecord, overList } from './back.ts'
import { listPaths, listSearch, recordPath, tabKey, type Listed, type RecordId } from './records.ts'

/** How to get to a record: over its list the list stays as it is searched and sorted. */
export const useWayTo = (of: Listed) => {
  const [isHere] = useRoute(`${listPaths[of]}/:id?`)
  const [isList] = useRoute(listPaths[of])
  const search = useSearch()
  return {
    addressOf: (id: RecordId) => recordPath(of, id) + (isHere ? listSearch(search) : ''),
    stateOf: () => (isList ? overList() : null),
  }
}

/** Which record of a list is open, as the address says. */
export const useOpenRecord = (of: Listed) => {
  const [isOpen, params] = useRoute<{ id: string }>(`${listPaths[of]}/:id`)
  const [, navigate] = useLocation()
  return {
    id: isOpen ? params.id : null,
    open: (id: RecordId) =>
      navigate(recordPath(of, id) + listSearch(location.search), { state: overList() }),
    close: () => leaveRecord(listPaths[of]),
  }
}

/** A dialog over the list or its record. Where another record is opened, it is no more. */
export const useDialogOver = <Dialog>(record: string | null) => {
  const [over, setOver] = useState<{ record: string | null; dialog: Dialog } | null>(null)
  const dialog = over?.record === record ? over.dialog : null
  const setDialog = (next: Dialog | null) => setOver(next && { record, dialog: next })
  return [dialog, setDialog] as const
}

/** Which of the named tabs is shown, as the address says; the first where it does not. */
export const useAddressedTab = (names: readonly string[]) => {
  const asked = new URLSearchParams(useSearch()).get(tabKey)
  const show = (tab: number) => {
    const query = new URLSearchParams(location.search)
    query.set(tabKey, names[tab]!)
    history.replaceState(history.state, '', `${location.pathname}?${query.toString()}`)
  }
  return [Math.max(0, names.indexOf(asked ?? '')), show] as const
}
