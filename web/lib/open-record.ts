import { useState } from 'react'
import { useLocation, useRoute, useSearch } from 'wouter'
import { leaveRecord, overList } from './back.ts'
import { lists, type Listed } from './list-paths.ts'
import {
  listSearch,
  recordKeys,
  recordPath,
  replaceSearch,
  type RecordId,
  type RecordKey,
} from './records.ts'
import { changedSearch } from './with-query.ts'

/** The address of a record. If its list is on screen, the list's search is kept. */
export const useRecordAddress = (of: Listed) => {
  const [isHere] = useRoute(`${lists[of].path}/:id?`)
  const [isList] = useRoute(lists[of].path)
  const search = useSearch()
  return {
    addressOf: (id: RecordId) => recordPath(of, id) + (isHere ? listSearch(search) : ''),
    stateOf: () => (isList ? overList() : null),
  }
}

export const useOpenRecord = (of: Listed) => {
  const [isOpen, params] = useRoute<{ id: string }>(`${lists[of].path}/:id`)
  const [, navigate] = useLocation()
  return {
    id: isOpen ? params.id : null,
    open: (id: RecordId) =>
      navigate(recordPath(of, id) + listSearch(location.search), { state: overList() }),
    close: () => leaveRecord(lists[of].path),
  }
}

/** A dialog over a list or a record. It closes when another record is opened. */
export const useDialogOver = <Dialog>(record: string | null) => {
  const [over, setOver] = useState<{ record: string | null; dialog: Dialog } | null>(null)
  const dialog = over?.record === record ? over.dialog : null
  const setDialog = (next: Dialog | null) => setOver(next && { record, dialog: next })
  return [dialog, setDialog] as const
}

/** A query parameter that belongs to the open record; '' if missing. */
export const useAddressParameter = (name: RecordKey) => {
  const key = recordKeys[name]
  const value = new URLSearchParams(useSearch()).get(key) ?? ''
  const change = (next: string) => replaceSearch(changedSearch(location.search, { [key]: next }))
  return [value, change] as const
}

export const useAddressTab = (names: readonly string[]) => {
  const [value, change] = useAddressParameter('tab')
  return [Math.max(0, names.indexOf(value)), (tab: number) => change(names[tab]!)] as const
}
