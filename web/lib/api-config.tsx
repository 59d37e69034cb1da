import { useEffect, type ReactNode } from 'react'
import { SWRConfig, useSWRConfig, type Middleware, type SWRConfiguration } from 'swr'
import { osloDay } from '#contracts/days.ts'
import { readData } from './api.ts'
import { mounted, refreshHere, refreshIn, refreshWithOtherWindows } from './refresh.ts'

/** Counts the components that use each key: `refreshHere` revalidates those on screen and deletes the others. */
const countUses: Middleware = (useNext) => (key, fetcher, config) => {
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

/** Nothing is revalidated automatically, only by `refreshHere` and by hooks that ask for it. */
const neverStale: SWRConfiguration = {
  fetcher: readData,
  use: [countUses],
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  refreshInterval: 0,
  shouldRetryOnError: false,
}

const minute = 60_000
/** The day of a minute ago, so that a clock somewhat fast does not read before the server has the new day. */
const shownDay = () => osloDay(new Date(Date.now() - minute))

/** Another price may apply from midnight, so everything is read again then, or when the machine wakes up. */
const refreshDaily = () => {
  let day = shownDay()
  const timer = setInterval(() => {
    if (shownDay() === day) return
    day = shownDay()
    void refreshHere()
  }, minute)
  return () => clearInterval(timer)
}

export const ApiConfig = ({ children }: { children: ReactNode }) => {
  const { cache, mutate } = useSWRConfig()
  useEffect(() => refreshIn({ cache, mutate }), [cache, mutate])
  useEffect(refreshDaily, [])
  useEffect(refreshWithOtherWindows, [])
  return <SWRConfig value={neverStale}>{children}</SWRConfig>
}
