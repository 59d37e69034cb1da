import type { Cache, ScopedMutator } from 'swr'
import { entities, entityNamed } from '#contracts/catalogue/index.ts'
import { referenceKeys, type EntityName } from '#contracts/entity.ts'

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

/**
 * Which collections show something of a record: its own, those that refer to it, and with a part the
 * prices and the stykklister.
 */
const related = (name: EntityName): readonly string[] => {
  const referring = entities.filter((entity) =>
    referenceKeys(entity).some((key) => entity.fields[key]!.to === name),
  )
  const showing = [entityNamed(name), ...referring]
  const withParts = showing.some(({ priced }) => priced) ? ['pricing', 'assemblytypes'] : []
  return [...new Set([...showing.map((entity) => entity.name), ...withParts])]
}

const isBelow = (path: string) => (key: string) =>
  key === path || ['?', '/', '#'].some((next) => key.startsWith(path + next))

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

type Known = { readonly id: unknown; readonly updatedAt?: string }
/** What a list must show to be as new as the command: this record, or no longer that id. */
export type Expected = { readonly saved: Known } | { readonly removed: unknown }

const shows = (rows: readonly Known[], expected: Expected): boolean => {
  if ('removed' in expected) return rows.every(({ id }) => id !== expected.removed)
  const row = rows.find(({ id }) => id === expected.saved.id)
  return row !== undefined && (row.updatedAt ?? '') >= (expected.saved.updatedAt ?? '')
}

const isBehind = (path: string, expected: Expected | undefined): boolean =>
  expected !== undefined &&
  [...stores].some(({ cache }) =>
    [path, `${path}#list`].some((key) => {
      const rows: unknown = (mounted.get(key) ?? 0) > 0 ? cache.get(key)?.data : undefined
      return Array.isArray(rows) && !shows(rows as Known[], expected)
    }),
  )

const patience = [500, 1000, 2000, 4000, 8000]
const pause = (milliseconds: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/**
 * After a save, delete or import of a record of this entity. The server lets a list wait for the change
 * for 2 s; if it was busy for longer the list is asked for again.
 */
export const refreshEntity = async (entity: EntityName, expected?: Expected): Promise<void> => {
  await Promise.all(related(entity).map((name) => refresh(`/api/${name}`)))
  const path = `/api/${entity}`
  for (const milliseconds of patience) {
    if (!isBehind(path, expected)) return
    await pause(milliseconds)
    await refresh(path)
  }
}
