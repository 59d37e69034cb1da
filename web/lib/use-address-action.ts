import { useEffect, useEffectEvent } from 'react'
import { useSearch } from 'wouter'
import { replaceSearch, searchOf } from './records.ts'
import { withQuery } from './with-query.ts'

const key = 'gjør'

export const asking = (path: string, what: string): string => withQuery(path, { [key]: what })

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
