import { validFromKey } from '#contracts/csv/columns.ts'
import type { ImportOptions } from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import { normalKey } from '#contracts/text.ts'
import type { Known } from '../csv/differences.ts'
import { createDuplicateKeys } from '../csv/digests.ts'
import type { FileFormat } from '../csv/file-format.ts'
import { planRow } from '../csv/plan-row.ts'
import { createRowReader, type ReadRow } from '../csv/read-row.ts'

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
const chooseFor =
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

const dayOf = ({ given }: ReadRow): string => String(given.get(validFromKey) ?? '')

/**
 * On which line a row's number stands before, with the same day where the file has days; `isUnclear` where only one of
 * the two names its supplier. `isFirst`: it stands on no line above; `follows`: on some, with other days.
 */
export const createRepeatedKeys = (entity: Entity, isDated: boolean) => {
  const seen = createDuplicateKeys()
  const lineOf = (key: string, { field }: Identity, read: ReadRow) => {
    const first = seen(key, read.line)
    if (!isPerSupplier(entity, field)) return { line: first, isUnclear: false }
    const supplier = supplierIn(read)
    const same = seen(`${key}\u0000${supplier ?? ''}`, read.line)
    if (same !== undefined || first === undefined) return { line: same, isUnclear: false }
    const other = supplier === null ? first : seen(`${key}\u0000`)
    return { line: other, isUnclear: other !== undefined }
  }
  return (identity: Identity, read: ReadRow) => {
    const key = `${identity.field}\u0000${normalKey(identity.text)}`
    if (!isDated) {
      const isFirst = seen(key) === undefined
      return { ...lineOf(key, identity, read), isFirst, follows: false }
    }
    const isFirst = seen(`any ${key}`, read.line) === undefined
    const found = lineOf(`${key}\u0000${dayOf(read)}`, identity, read)
    return { ...found, isFirst, follows: !isFirst && found.line === undefined }
  }
}

type Needs = {
  readonly entity: Entity
  readonly file: FileFormat
  readonly identifier: string
  readonly options: ImportOptions
}

/** What differs from file to file: `priceFileRules` are the other ones. */
export const csvRules = ({ entity, file, identifier, options }: Needs) => ({
  read: createRowReader(entity, file),
  /** From when its price holds; undefined where it does not say. */
  dayOf: (read: ReadRow): string | undefined => dayOf(read) || undefined,
  identity: identityBy(entity, identifier),
  choose: chooseFor(entity),
  plan: (read: ReadRow, known: Known | null) => planRow(entity, file.header, read, known, options),
  /** What becomes of a row whose key stood before; null where that is a fault. */
  repeated: () => null,
})
