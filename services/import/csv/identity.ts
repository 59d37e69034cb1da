import type { Header } from './header-row.ts'
import type { Entity } from '#contracts/entity.ts'
import { normalKey } from '#contracts/text.ts'
import { columnOf } from '#contracts/csv/columns.ts'
import { UnreadableFile } from './problems.ts'
import type { ReadRow } from './read-row.ts'

export type Identity = {
  readonly field: string
  readonly text: string
  /** The identifier that the row leaves empty: only records that lack it too can be meant. */
  readonly lacking: string | null
}

const has = ({ columns }: Header, key: string) => columns.some((column) => column?.key === key)

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

/** An article number or a description is its supplier's; an ITO number is one record's whoever supplies it. */
export const isPerSupplier = ({ fields, title }: Entity, field: string): boolean =>
  fields['supplierId'] !== undefined && (field === 'supplierArticlenumber' || field === title)

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

const identityKey = ({ field, text }: Identity): string => `${field}\u0000${normalKey(text)}`

/** What stands above a row of the same number. */
export type RowAbove = {
  readonly line: number | undefined
  /** Only one of the two names its supplier: nobody can say whether they are the same. */
  readonly isUnclear: boolean
  /** No line has the number at all, of whatever supplier. */
  readonly isFirst: boolean
}

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

const sizeFor = (count: number) => 2 ** Math.ceil(Math.log2(Math.max(16, count * 2)))

/** 64 bits of hash in flat arrays, 12 bytes a slot: a million strings in a Map would take a hundred megabytes. */
export const createDuplicateKeys = (expected: number) => {
  const size = sizeFor(expected)
  const first = new Int32Array(size)
  const second = new Int32Array(size)
  const lines = new Int32Array(size)

  /** The line that had the key before; undefined, and `line` noted if it is given, if this is the first. */
  return (key: string, line?: number): number | undefined => {
    let a = 0x811c9dc5
    let b = 0x1b873593
    for (let i = 0; i < key.length; i++) {
      const code = key.charCodeAt(i)
      a = Math.imul(a ^ code, 0x01000193)
      b = Math.imul(b ^ code, 0x85ebca6b)
      b ^= b >>> 13
    }
    for (let at = (a ^ (a >>> 16)) & (size - 1); ; at = (at + 1) & (size - 1)) {
      if (lines[at] === 0) {
        if (line === undefined) return undefined
        first[at] = a
        second[at] = b
        lines[at] = line
        return undefined
      }
      if (first[at] === (a | 0) && second[at] === (b | 0)) return lines[at]
    }
  }
}

export const digestOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
