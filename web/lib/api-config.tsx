import { useEffect, type ReactNode } from 'react'
import { SWRConfig, useSWRConfig, type Middleware, type SWRConfiguration } from 'swr'
import { readData } from './api.ts'
import { mounted, refreshIn } from './refresh.ts'

/** Remembers which keys are on screen: those are read again after a change, the others forgotten. */
const counted: Middleware = (useNext) => (key, fetcher, config) => {
  const result = useNext(key, fetcher, config)
  const path = typeof key === 'string' ? key : null
  useEffect(() => {
    if (path === null) return undefined
    mounted.set(path, (mounted.get(path) ?? 0) + 1)
    return () => {
      mounted.set(path, mounted.get(path)! - 1)
    }
  }, [path])
  return result
}

/** Data is never stale: read once, again only after a change here or when asked to. No polling, no retries. */
const neverStale: SWRConfiguration = {
  fetcher: readData,
  use: [counted],
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  refreshInterval: 0,
  shouldRetryOnError: false,
}

export const ApiConfig = ({ children }: { children: ReactNode }) => {
  const { cache, mutate } = useSWRConfig()
  useEffect(() => refreshIn({ cache, mutate }), [cache, mutate])
  return <SWRConfig value={neverStale}>{children}</SWRConfig>
}
