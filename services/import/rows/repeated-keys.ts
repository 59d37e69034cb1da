import { identityKey, isPerSupplier, supplierIn, type Identity } from '../csv/identity.ts'
import type { ReadRow } from '../csv/read-row.ts'
import type { Entity } from '#contracts/entity.ts'
import { createDuplicateKeys } from '../csv/duplicate-keys.ts'

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
