import type { EntityName } from '#contracts/entity.ts'
import type { Model } from './model.ts'

/** The next free id: the highest there ever was, plus one. That it is free, the append itself secures. */
export const ids = (model: Model) => {
  const given = new Map<EntityName, number>()
  return (entity: EntityName): number => {
    const next = Math.max(given.get(entity) ?? 0, model.records(entity).highest()) + 1
    given.set(entity, next)
    return next
  }
}

export type NextId = ReturnType<typeof ids>
