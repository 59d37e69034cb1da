import { useEffect, useEffectEvent } from 'react'
import { useSearch } from 'wouter'
import { replaceSearch, searchOf } from './records.ts'

const key = 'gjør'

export const asking = (path: string, what: string): string =>
  `${path}?${new URLSearchParams([[key, what]]).toString()}`

export const useAddressAction = (what: string, work: () => void): void => {
  const search = useSearch()
  const act = useEffectEvent(work)
  useEffect(() => {
    const query = new URLSearchParams(search)
    if (query.get(key) !== what) return
    query.delete(key)
    replaceSearch(searchOf(query))
    act()
  }, [search, what])
}
