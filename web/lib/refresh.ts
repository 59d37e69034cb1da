import type { Cache, ScopedMutator } from 'swr'

/** Keys on screen, with how many read them. */
export const mounted = new Map<string, number>()

type Store = { cache: Cache; mutate: ScopedMutator }
let store: Store | undefined

/** The app says here where what was read is kept. */
export const refreshIn = (next: Store): void => void (store = next)

const isAtOrBelow = (path: string) => (key: string) =>
  key === path || ['?', '/', '#'].some((next) => key.startsWith(path + next))

type Listener = (isMeant: (path: string) => boolean) => void
let listener: Listener = () => undefined

/** To be told of what is read again or forgotten. */
export const onRefresh = (next: Listener): void => void (listener = next)

/** Whether something at or below the path has been read. */
export const isRead = (path: string): boolean =>
  store !== undefined && [...store.cache.keys()].some(isAtOrBelow(path))

/**
 * Reads again what is on screen at or below the path, and forgets what else was read of it. After a change of
 * a record that is everything: its name and its price show in many places.
 */
export const refresh = async (path = '/api'): Promise<void> => {
  if (!store) return
  const { cache, mutate } = store
  const isBelow = isAtOrBelow(path)
  listener(isBelow)
  const jobs = [...cache.keys()].filter(isBelow).map(async (key) => {
    if (!mounted.get(key)) cache.delete(key)
    // Also of what is forgotten: who opens it within seconds would wait for the answer of before, which counts no more.
    await mutate(key)
  })
  await Promise.allSettled(jobs)
}
