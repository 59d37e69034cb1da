import { validFromKey } from '#contracts/csv/columns.ts'
import type { Entity } from '#contracts/entity.ts'
import { normalKey } from '#contracts/text.ts'
import { createDuplicateKeys } from './digests.ts'
import type { ReadRow } from './read-row.ts'

/** What identifies a row. */
export type Identity = {
  readonly field: string
  readonly text: string
  /** The chosen identifier if the row leaves it empty: only records without it can match. */
  readonly lacking: string | null
}

/** Article numbers and descriptions are unique per supplier; an ITO number is unique. */
export const isPerSupplier = ({ fields, title }: Entity, field: string): boolean =>
  fields['supplierId'] !== undefined && (field === 'supplierArticlenumber' || field === title)

export const supplierIn = ({ given }: ReadRow): string | null => {
  const named = given.get('supplierId')
  return typeof named === 'string' ? normalKey(named) : null
}

/** Without the chosen identifier a row uses the next best one. Without any it is a new record. */
export const identityBy = (
  entity: Entity,
  identifier: string,
): ((row: ReadRow) => Identity | null) => {
  const order = [identifier, ...(entity.csv?.identifiers ?? []), entity.title]
  return ({ given }) => {
    const field = order.find((key) => typeof given.get(key) === 'string')
    if (field === undefined) return null
    const lacking = field === identifier ? null : identifier
    return { field, text: given.get(field) as string, lacking }
  }
}

/** The key by which a row finds a record created by a row above. */
export const madeKey = (entity: Entity, { field, text }: Identity, read: ReadRow): string => {
  const supplier = isPerSupplier(entity, field) ? supplierIn(read) : ''
  return [field, normalKey(text), supplier].join('\u0000')
}

export const dayOf = ({ given }: ReadRow): string => String(given.get(validFromKey) ?? '')

/**
 // Finds rows with the same number above, of the same supplier and, in files with dates, the same date. `isUnclear`:
 // only one of the two names its supplier. `isFirst`: there is none above. `follows`: rows above about the same record
 // have other dates or suppliers; the first supplier has the record.
 * `isUnclear` where only one of the two names its supplier. `isFirst`: it stands on no line above; `follows`: the rows
 * above about the same record say other days, or other suppliers, of whom the first has the record.
 */
export const createRepeatedKeys = (entity: Entity, isDated: boolean) => {
  const seen = createDuplicateKeys()
  const lineOf = (key: string, read: ReadRow) => {
    const first = seen(key, read.line)
    const supplier = supplierIn(read)
    const same = seen(`${key}\u0000${supplier ?? ''}`, read.line)
    if (same !== undefined || first === undefined) return { line: same, isUnclear: false }
    const other = supplier === null ? first : seen(`${key}\u0000`)
    return { line: other, isUnclear: other !== undefined }
  }
  return (identity: Identity, read: ReadRow) => {
    const key = `${identity.field}\u0000${normalKey(identity.text)}`
    const firstLine = seen(`any ${key}`, read.line)
    const isFirst = firstLine === undefined
    const found = lineOf(isDated ? `${key}\u0000${dayOf(read)}` : key, read)
    const isSame = isDated || !isPerSupplier(entity, identity.field)
    const ofFirst = `of ${key}\u0000${supplierIn(read) ?? ''}`
    const isOthers = seen(ofFirst, isFirst ? read.line : undefined) === undefined && !isFirst
    const follows = isSame && !isFirst && found.line === undefined
    return { ...found, isFirst, firstLine, isOthers, follows }
  }
}
