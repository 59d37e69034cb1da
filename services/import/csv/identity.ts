import type { Entity } from '#contracts/entity.ts'
import { normalKey } from '#contracts/text.ts'
import type { Known } from './differences.ts'
import { createDuplicateKeys } from './duplicate-keys.ts'
import type { ReadRow } from './read-row.ts'

export type Identity = {
  readonly field: string
  readonly text: string
  /** The identifier that the row leaves empty: only records that lack it too can be meant. */
  readonly lacking: string | null
}

/** An article number or a description is its supplier's; an ITO number is one record's whoever supplies it. */
const isPerSupplier = ({ fields, title }: Entity, field: string): boolean =>
  fields['supplierId'] !== undefined && (field === 'supplierArticlenumber' || field === title)

const supplierIn = ({ given }: ReadRow): string | null => {
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
    const field = order.find((key) => typeof given.get(key) === 'string')
    if (field === undefined) return null
    const lacking = field === identifier ? null : identifier
    return { field, text: given.get(field) as string, lacking }
  }
}

/** Which of the records with its identity a row means. `isFirst`: no row above has it, of whatever supplier. */
export const chooseFor =
  (entity: Entity) =>
  (
    found: readonly Known[],
    { field, lacking }: Identity,
    read: ReadRow,
    isFirst: boolean,
  ): readonly Known[] => {
    const matches = lacking === null ? found : found.filter(({ values }) => !values[lacking])
    const supplier = supplierIn(read)
    if (supplier === null || !(isPerSupplier(entity, field) || matches.length > 1)) return matches
    const named = (name: string) =>
      matches.filter(({ names }) => normalKey(names['supplierId'] ?? '') === name)
    const theirs = named(supplier)
    // One of no supplier is claimed by the first row that has its number.
    return theirs.length > 0 || !isFirst ? theirs : named('')
  }

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
  return ({ field, text }: Identity, read: ReadRow): RowAbove => {
    const key = `${field}\u0000${normalKey(text)}`
    const first = seen(key, read.line)
    const isFirst = first === undefined
    if (!isPerSupplier(entity, field)) return { line: first, isUnclear: false, isFirst }
    const supplier = supplierIn(read)
    const same = seen(`${key}\u0000${supplier ?? ''}`, read.line)
    if (same !== undefined || isFirst) return { line: same, isUnclear: false, isFirst }
    const other = supplier === null ? first : seen(`${key}\u0000`)
    return { line: other, isUnclear: other !== undefined, isFirst }
  }
}
