import type { Entity } from '../entity.ts'

/** What has an accent of its own, or more: all below is composed as it stands. */
const beyondLatin = /[^\0-\u02ff]/
/** In Unicode's normal form C, asked for only where it can make a difference. */
export const composed = (text: string): string =>
  beyondLatin.test(text) ? text.normalize('NFC') : text

/** Soft hyphens and zero-width characters, which ride along when a number is copied from a page. */
const invisible = /\u00ad|\u200b|\u200c|\u200d|\u2060|\ufeff/g

/** Nothing in it has to be cleaned but the space around. */
const printable = /^[\x20-\x7e]*$/

/** Other than at the ends, where some count as space. */
export const hasInvisible = (text: string): boolean =>
  !printable.test(text) && text.trim().search(invisible) >= 0

/** Whether a field holds a number by which things are found, in which nothing invisible may hide. */
export const isCode = (entity: Entity, key: string): boolean =>
  key === 'electricalNumber' || (entity.csv?.identifiers.includes(key) ?? false)

export const cleanCode = (text: string): string =>
  printable.test(text) ? text.trim() : text.replace(invisible, '').trim().normalize('NFC')

/** Two keys are the same key if they are this. */
export const sameKey = (a: string, b: string): boolean =>
  cleanCode(a).toLowerCase() === cleanCode(b).toLowerCase()

const spaces = /\s+/g
const unusualSpace = /\s\s|[^\S ]/
/** A name as people mean it: case and spaces tell no two suppliers apart. */
export const normalName = (name: string): string => {
  const text = composed(name).trim()
  return (unusualSpace.test(text) ? text.replace(spaces, ' ') : text).toLowerCase()
}
