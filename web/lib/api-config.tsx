import { useEffect, type ReactNode } from 'react'
import { SWRConfig, useSWRConfig, type Middleware, type SWRConfiguration } from 'swr'
import { isUnanswered, readData } from './api.ts'
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

/** Asked again by itself: in a second, then less and less often. */
const untilAnswered: SWRConfiguration['onErrorRetry'] = (error, _key, _config, read, options) => {
  if (!isUnanswered(error)) return
  const wait = Math.min(500 * 2 ** options.retryCount, 30_000)
  setTimeout(() => void read(options), wait)
}

/** Data is never stale: read once, again only after a change here, when asked to, or where no service answered. No polling. */
const neverStale: SWRConfiguration = {
  fetcher: readData,
  use: [counted],
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  refreshInterval: 0,
  onErrorRetry: untilAnswered,
}

export const ApiConfig = ({ children }: { children: ReactNode }) => {
  const { cache, mutate } = useSWRConfig()
  useEffect(() => refreshIn({ cache, mutate }), [cache, mutate])
  return <SWRConfig value={neverStale}>{children}</SWRConfig>
}
