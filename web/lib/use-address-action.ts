import { useEffect, useEffectEvent } from 'react'
import { useSearch } from 'wouter'
import { replaceSearch } from './records.ts'
import { changedSearch, withQuery } from './with-query.ts'

const key = 'gjør'

export const asking = (path: string, what: string): string => withQuery(path, { [key]: what })

export const useAddressAction = (what: string, work: () => void): void => {
  const search = useSearch()
  const act = useEffectEvent(work)
  useEffect(() => {
    if (new URLSearchParams(search).get(key) !== what) return
    replaceSearch(changedSearch(search, { [key]: null }))
    act()
  }, [search, what])
}
