import type { Entity } from '../entity.ts'

/** Soft hyphens and zero-width characters, which ride along when a number is copied from a page. */
const invisible = /\u00ad|\u200b|\u200c|\u200d|\u2060|\ufeff/g

/** Other than at the ends, where some count as space. */
export const hasInvisible = (text: string): boolean => text.trim().search(invisible) >= 0

/** Whether a field holds a number by which things are found, in which nothing invisible may hide. */
export const isCode = (entity: Entity, key: string): boolean =>
  key === 'electricalNumber' || (entity.csv?.identifiers.includes(key) ?? false)

export const cleanCode = (text: string): string =>
  text.replace(invisible, '').trim().normalize('NFC')

/** Two keys are the same key if they are this. */
export const sameKey = (a: string, b: string): boolean =>
  cleanCode(a).toLowerCase() === cleanCode(b).toLowerCase()

const spaces = /\s+/g
/** A name as people mean it: case and spaces tell no two suppliers apart. */
export const normalName = (name: string): string =>
  name.normalize('NFC').trim().replace(spaces, ' ').toLowerCase()
