import type { Collection, Field } from '#contracts/fields.ts'
import { supplier, manufacturer } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'

const collections: Record<Collection, Entity> = { suppliers: supplier, manufacturers: manufacturer }

export const referredEntity = (field: Field): Entity => collections[field.to!]

/** `supplierId` -> `supplier`: under which its name and object are answered. */
export const objectKey = (key: string): string => key.replace(/Id$/, '')

/** What follows from a definition, worked out once: each command asks for it. */
export const onceFor = <T>(workOut: (entity: Entity) => T) => {
  const known = new Map<Entity, T>()
  return (entity: Entity): T => {
    const before = known.get(entity)
    if (before !== undefined) return before
    const found = workOut(entity)
    known.set(entity, found)
    return found
  }
}

export const referenceKeys = onceFor((entity): readonly string[] =>
  Object.keys(entity.fields).filter((key) => entity.fields[key]!.kind === 'reference'),
)

/** The Norwegian noun with a capital letter, as a sentence begins. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
