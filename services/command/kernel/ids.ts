import { LRUCache } from 'lru-cache'
import { refuse, type Refusal } from '#contracts/refusals.ts'
import type { By } from './context.ts'
import { idTaken } from './handle.ts'

const tries = 1_000

/**
 * Makes a record under the next free id: the highest there ever was, plus one. That it is free, the append
 * secures. Where nobody knows what came of it, the same command tries the same id again: its events have the
 * same ids, so what was written is found and not written twice.
 */
export const createIds = <Name extends string>(highest: (name: Name) => number) => {
  const given = new Map<Name, number>()
  const unsure = new LRUCache<string, number>({ max: 10_000 })
  const nextId = (name: Name): number => {
    const next = Math.max(given.get(name) ?? 0, highest(name)) + 1
    given.set(name, next)
    return next
  }
  return async <Done>(
    name: Name,
    { commandId }: By,
    attempt: (id: number) => Promise<Done | Refusal>,
  ): Promise<Done | Refusal> => {
    const key = `${name} ${commandId}`
    for (let tried = 0; tried < tries; tried++) {
      const id = unsure.get(key) ?? nextId(name)
      const outcome = await attempt(id).catch((error: unknown) => {
        unsure.set(key, id)
        throw error
      })
      unsure.delete(key)
      if (outcome !== idTaken) return outcome
    }
    return refuse('UNAVAILABLE')
  }
}

export type WithNewId<Name extends string> = ReturnType<typeof createIds<Name>>
