import type { Entity } from '../entity.ts'

/** Whether a field holds a number by which things are found, in which nothing invisible may hide. */
export const isCode = (entity: Entity, key: string): boolean =>
  key === 'electricalNumber' || (entity.csv?.identifiers.includes(key) ?? false)
