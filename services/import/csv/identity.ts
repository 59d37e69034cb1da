import type { Header } from './header-row.ts'
import type { Entity } from '#contracts/entity.ts'
import { normalKey } from '#contracts/text.ts'
import { columnOf } from '#contracts/csv/columns.ts'
import { createDuplicateKeys } from './duplicate-keys.ts'
import { UnreadableFile } from './problems.ts'
import type { ReadRow } from './read-row.ts'

/** By what a row is recognised. */
export type Identity = {
  readonly field: string
  readonly text: string
  /** The identifier that the row leaves empty: only records that lack it too can be meant. */
  readonly lacking: string | null
}

const has = ({ columns }: Header, key: string) => columns.some((column) => column?.key === key)

/** The identifier that the file is matched by: the first that it has, the title where it has none. */
export const identifierFor = (entity: Entity, header: Header, chosen?: string): string =>
  [...(chosen ? [chosen] : []), ...(entity.csv?.identifiers ?? [])].find((key) =>
    has(header, key),
  ) ?? entity.title

/** One that was chosen is never replaced by another: throws UnreadableFile where the file lacks it. */
export const checkIdentifier = (entity: Entity, header: Header, chosen?: string): void => {
  if (chosen === undefined || has(header, chosen)) return
  const heading = columnOf(entity, chosen)?.heading ?? chosen
  throw new UnreadableFile(
    `Filen mangler kolonnen «${heading}», som er valgt som unik nøkkel. Velg en annen nøkkel, eller hvilken kolonne det er.`,
    { line: header.line, column: heading },
    header.headings,
  )
}

/**
 * Whether records of different suppliers may have the same: an article number or a description is its
 * supplier's, an ITO number is one record's whoever supplies it.
 */
export const isPerSupplier = ({ fields, title }: Entity, field: string): boolean =>
  fields['supplierId'] !== undefined && (field === 'supplierArticlenumber' || field === title)

/** The supplier that a row names, as names are compared. */
export const supplierIn = ({ given }: ReadRow): string | null => {
  const named = given.get('supplierId')
  return typeof named === 'string' ? normalKey(named) : null
}

/** A row without its identifier is recognised by the next best it has; one without any is always new. */
export const identityBy = (
  entity: Entity,
  identifier: string,
): ((row: ReadRow) => Identity | null) => {
  const order = [identifier, ...(entity.csv?.identifiers ?? []), entity.title]
  return ({ given }) => {
    for (const field of order) {
      const text = given.get(field)
      if (typeof text !== 'string') continue
      const lacking = field === identifier ? null : identifier
      return { field, text, lacking }
    }
    return null
  }
}

/** The same text for two rows that mean the same record. */
const identityKey = ({ field, text }: Identity): string => `${field}\u0000${normalKey(text)}`

/** What stands above a row of the same number. */
export type RowAbove = {
  /** The line that is about the same record, or may be. */
  readonly line: number | undefined
  /** Only one of the two names its supplier: nobody can say whether they are the same. */
  readonly isUnclear: boolean
  /** No line has the number at all, of whatever supplier. */
  readonly isFirst: boolean
}

/** Told the rows of a file in their order, says of each whether its record was named before. */
export const createRepeatedKeys = (entity: Entity, rows: number) => {
  const seen = createDuplicateKeys(rows * 2)
  return (identity: Identity, read: ReadRow): RowAbove => {
    const key = identityKey(identity)
    const first = seen(key, read.line)
    const isFirst = first === undefined
    if (!isPerSupplier(entity, identity.field)) return { line: first, isUnclear: false, isFirst }
    const supplier = supplierIn(read)
    const same = seen(`${key}\u0000${supplier ?? ''}`, read.line)
    if (same !== undefined || isFirst) return { line: same, isUnclear: false, isFirst }
    const other = supplier === null ? first : seen(`${key}\u0000`)
    return { line: other, isUnclear: other !== undefined, isFirst }
  }
}
