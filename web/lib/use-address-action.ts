import { useEffect, useEffectEvent } from 'react'
import { useSearch } from 'wouter'
import { replaceSearch } from './records.ts'
import { toast } from './toasts.tsx'
import { changedSearch, withQuery } from './with-query.ts'

const key = 'gjør'

export const asking = (path: string, what: string): string => withQuery(path, { [key]: what })

const notHere =
  'Lenken ber om noe som ikke finnes på denne siden, eller som du ikke har tilgang til.'

const forget = (search: string) => replaceSearch(changedSearch(search, { [key]: null }))

export const useAddressAction = (what: string, work: () => void): void => {
  const search = useSearch()
  const act = useEffectEvent(work)
  useEffect(() => {
    if (new URLSearchParams(search).get(key) !== what) return
    forget(search)
    act()
  }, [search, what])
}

/** For the frame of a page: says so if none of its buttons, whose effects come first, took the action. */
export const useUntakenAction = (): void => {
  const search = useSearch()
  useEffect(() => {
    const { search: left } = location
    if (!new URLSearchParams(left).has(key)) return
    forget(left)
    toast({ title: 'Feil', text: notHere, destructive: true })
  }, [search])
}
