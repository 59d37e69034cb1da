import type { Collection, Field } from '#contracts/fields.ts'
import { supplier, manufacturer } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'

const collections: Record<Collection, Entity> = { suppliers: supplier, manufacturers: manufacturer }

export const referredEntity = (field: Field): Entity => collections[field.to!]

/** The Norwegian noun with a capital letter, as a sentence begins. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
