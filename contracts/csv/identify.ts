import type { Entity } from '../entity.ts'
import type { Header } from './headings.ts'
import { normalName } from './codes.ts'
import type { ReadRow } from './read-row.ts'

/** By what a row is recognised. */
export type Identity = {
  readonly field: string
  readonly text: string
  /** As it stood before it was cleaned, if that is something else. */
  readonly raw?: string
  /** The identifier that the row leaves empty: only records that lack it too can be meant. */
  readonly lacking: string | null
}

/**
 * The identifier that the file can be matched by: the chosen one, unless the file has no such column,
 * then the next that it has; the title where it has none.
 */
export const identifierFor = (entity: Entity, header: Header, chosen: string): string => {
  const has = (key: string) => header.columns.some((column) => column?.key === key)
  const others = entity.csv?.identifiers ?? []
  return [chosen, ...others].find(has) ?? entity.title
}

/** A row without its identifier is recognised by the next best it has; one without any is always new. */
export const identityBy = (
  entity: Entity,
  identifier: string,
): ((row: ReadRow) => Identity | null) => {
  const order = [identifier, ...(entity.csv?.identifiers ?? []), entity.title]
  return ({ given, raw }) => {
    for (const field of order) {
      const text = given.get(field)
      if (typeof text !== 'string') continue
      const lacking = field === identifier ? null : identifier
      const asStood = raw.get(field)
      return asStood === undefined
        ? { field, text, lacking }
        : { field, text, raw: asStood, lacking }
    }
    return null
  }
}

/** The same text for two rows that mean the same record. */
export const identityKey = ({ field, text }: Identity): string =>
  `${field}\u0000${normalName(text)}`
