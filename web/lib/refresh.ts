import type { Cache, ScopedMutator } from 'swr'
import { entities, entityNamed } from '#contracts/catalogue/index.ts'
import { referenceKeys, type EntityName } from '#contracts/entity.ts'

/** Keys on screen, with how many read them. */
export const mounted = new Map<string, number>()

type Store = { cache: Cache; mutate: ScopedMutator }
let store: Store | undefined

/** The app says here where what was read is kept. */
export const refreshIn = (next: Store): void => void (store = next)

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

/** Reads again what is on screen at or below the path, and forgets what else was read of it. */
export const refresh = async (path: string): Promise<void> => {
  if (!store) return
  const { cache, mutate } = store
  const isBelow = (key: string) =>
    key === path || ['?', '/', '#'].some((next) => key.startsWith(path + next))
  const jobs = [...cache.keys()].filter(isBelow).map(async (key) => {
    if ((mounted.get(key) ?? 0) > 0) await mutate(key)
    else cache.delete(key)
  })
  await Promise.allSettled(jobs)
}

/** After a save, delete or import of a record of this entity. */
export const refreshEntity = async (entity: EntityName): Promise<void> => {
  await Promise.all(related(entity).map((name) => refresh(`/api/${name}`)))
}
