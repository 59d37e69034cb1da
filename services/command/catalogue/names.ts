import type { Collection, Field } from '#contracts/fields.ts'
import { supplier, manufacturer } from '#contracts/catalogue/index.ts'
import { onceFor, type Entity } from '#contracts/entity.ts'

const collections: Record<Collection, Entity> = { suppliers: supplier, manufacturers: manufacturer }

export const referredEntity = (field: Field): Entity => collections[field.to!]

/** `supplierId` -> `supplier`: under which its name and object are answered. */
export const objectKey = (key: string): string => key.replace(/Id$/, '')

export const referenceKeys = onceFor((entity): readonly string[] =>
  Object.keys(entity.fields).filter((key) => entity.fields[key]!.kind === 'reference'),
)

/** The Norwegian noun with a capital letter, as a sentence begins. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
