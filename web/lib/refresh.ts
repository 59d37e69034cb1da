import type { Cache, ScopedMutator } from 'swr'

/** How many mounted components use each key. */
export const mounted = new Map<string, number>()

type Store = { cache: Cache; mutate: ScopedMutator }
let store: Store | undefined

/** Called by the app with SWR's cache. */
export const refreshIn = (next: Store): void => void (store = next)

const isAtOrBelow = (path: string) => (key: string) =>
  key === path || ['?', '/', '#'].some((next) => key.startsWith(path + next))

type Listener = (matches: (path: string) => boolean) => void
let listener: Listener = () => undefined

/** The listener is called when data is revalidated or removed. */
export const onRefresh = (next: Listener): void => void (listener = next)

/** True if the cache has data at or below the path. */
export const isRead = (path: string): boolean =>
  store !== undefined && [...store.cache.keys()].some(isAtOrBelow(path))

/** Revalidates mounted keys at or below the path and removes the others. Default: everything. */
export const refreshHere = async (path = '/api'): Promise<void> => {
  if (!store) return
  const { cache, mutate } = store
  const isBelow = isAtOrBelow(path)
  listener(isBelow)
  const jobs = [...cache.keys()].filter(isBelow).map(async (key) => {
    if (!mounted.get(key)) cache.delete(key)
    // Also for removed keys: otherwise SWR would reuse a running request, which has stale data.
    await mutate(key)
  })
  await Promise.allSettled(jobs)
}

let windows: BroadcastChannel | undefined

/** After a save: refreshes this window, and the others of this browser. */
export const refresh = async (path = '/api'): Promise<void> => {
  windows?.postMessage(path)
  await refreshHere(path)
}

/** What was saved in another window is read once this one is looked at. */
export const refreshWithOtherWindows = (): (() => void) => {
  const channel = new BroadcastChannel('stykkliste')
  const saved = new Set<string>()
  const readSaved = () => {
    if (document.hidden) return
    for (const path of saved) void refreshHere(path)
    saved.clear()
  }
  channel.addEventListener('message', ({ data }: MessageEvent<string>) => {
    saved.add(data)
    readSaved()
  })
  document.addEventListener('visibilitychange', readSaved)
  windows = channel
  return () => {
    windows = undefined
    channel.close()
    document.removeEventListener('visibilitychange', readSaved)
  }
}
