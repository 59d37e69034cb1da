import type { Cache, ScopedMutator } from 'swr'
import type { EntityName } from '#contracts/entity.ts'

/** Keys on screen, with how many read them. */
export const mounted = new Map<string, number>()

type Store = { cache: Cache; mutate: ScopedMutator }
const stores = new Set<Store>()

export const entityRefresh = {
  connect(store: Store): () => void {
    stores.add(store)
    return () => {
      stores.delete(store)
    }
  },
}

const parts = ['componenttypes', 'motortypes', 'sensortypes'] as const
const named = ['suppliers', 'manufacturers', ...parts] as const

/** Which collections show something of a record of this one. */
const related: Readonly<Record<EntityName, readonly string[]>> = {
  projects: ['projects'],
  suppliers: [...named, 'pricing', 'assemblytypes'],
  manufacturers: [...named, 'pricing', 'assemblytypes'],
  componenttypes: [...parts, 'pricing', 'assemblytypes'],
  motortypes: [...parts, 'pricing', 'assemblytypes'],
  sensortypes: [...parts, 'pricing', 'assemblytypes'],
  assemblytypes: ['assemblytypes'],
}

const isBelow = (path: string) => (key: string) =>
  key === path || key.startsWith(`${path}?`) || key.startsWith(`${path}/`)

/** Reads again what is on screen at or below the path, and forgets what else was read of it. */
export const refresh = async (path: string): Promise<void> => {
  const jobs = [...stores].flatMap(({ cache, mutate }) =>
    [...cache.keys()].filter(isBelow(path)).map(async (key) => {
      if ((mounted.get(key) ?? 0) > 0) await mutate(key)
      else cache.delete(key)
    }),
  )
  await Promise.allSettled(jobs)
}

/** After a save, delete or import of a record of this entity. */
export const refreshEntity = async (entity: EntityName): Promise<void> => {
  await Promise.all(related[entity].map((name) => refresh(`/api/${name}`)))
}
