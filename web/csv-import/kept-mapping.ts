import type { Mapping } from '#contracts/csv/headings.ts'
import type { Entity } from '#contracts/entity.ts'

/** What was last said of files with the same headings, in this browser: a supplier's next file is like its last. */
const key = ({ name }: Entity, headings: readonly string[]) =>
  `stykkliste.kolonner.${name}.${headings.join(';')}`

export const keptMapping = (entity: Entity, headings: readonly string[]): Mapping | undefined => {
  try {
    return JSON.parse(localStorage.getItem(key(entity, headings)) ?? '') as Mapping
  } catch {
    // None was kept, or the storage is not to be had.
    return undefined
  }
}

export const keepMapping = (
  entity: Entity,
  headings: readonly string[],
  mapping: Mapping,
): void => {
  try {
    localStorage.setItem(key(entity, headings), JSON.stringify(mapping))
  } catch (error) {
    console.warn('Kolonnevalgene ble ikke lagret', error)
  }
}
