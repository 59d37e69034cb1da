import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useDebounced } from '../lib/use-debounced.ts'
import { fromAddress, toQuery, type JournalFilter } from './filter.ts'

/** At once on screen, a moment later in the address and in what is read. */
export const useFilter = () => {
  const address = useSearch()
  const [path, navigate] = useLocation()
  const [filter, setFilter] = useState(() => fromAddress(address))
  const written = useRef(address)
  const query = useDebounced(toQuery(filter))

  useEffect(() => {
    if (address === written.current) return
    written.current = address
    setFilter(fromAddress(address))
  }, [address])
  useEffect(() => {
    if (query === written.current) return
    written.current = query
    navigate(query === '' ? path : `${path}?${query}`, { replace: true })
  }, [query, path, navigate])

  const change = (changes: Partial<JournalFilter>) => setFilter({ ...filter, ...changes })
  return { filter, query, change }
}
