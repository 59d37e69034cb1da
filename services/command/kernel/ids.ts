import { LRUCache } from 'lru-cache'
import type { EntityName } from '#contracts/entity.ts'
import { refuse, type Refusal } from '#contracts/refusals.ts'
import type { By } from './context.ts'
import type { Model } from './model.ts'

const tries = 1_000
const doubtsKept = 10_000

/** The next free id: the highest there ever was, plus one. That it is free, the append itself secures. */
const ids = (model: Model) => {
  const given = new Map<EntityName, number>()
  return (entity: EntityName): number => {
    const next = Math.max(given.get(entity) ?? 0, model.records(entity).highest()) + 1
    given.set(entity, next)
    return next
  }
}

/**
 * Makes a record under the first id that is free. Where nobody knows what came of it, the same command tries
 * the same id again: its events have the same ids, so what was written is found and not written twice, even
 * while the model has not heard of it yet.
 */
export const newIds = (model: Model) => {
  const nextId = ids(model)
  const inDoubt = new LRUCache<string, number>({ max: doubtsKept })
  return async <Done>(
    entity: EntityName,
    { commandId }: By,
    attempt: (id: number) => Promise<Done | 'taken'>,
  ): Promise<Done | Refusal> => {
    const doubt = `${entity} ${commandId}`
    for (let tried = 0; tried < tries; tried++) {
      const id = inDoubt.get(doubt) ?? nextId(entity)
      const outcome = await attempt(id).catch((error: unknown) => {
        inDoubt.set(doubt, id)
        throw error
      })
      inDoubt.delete(doubt)
      if (outcome !== 'taken') return outcome
    }
    return refuse('UNAVAILABLE')
  }
}

export type WithNewId = ReturnType<typeof newIds>
