import { hash } from 'node:crypto'
import { validFromKey } from '#contracts/csv/columns.ts'
import type { Entity } from '#contracts/entity.ts'
import { normalKey } from '#contracts/text.ts'
import type { Known } from './differences.ts'
import type { RowContext } from './file-format.ts'
import type { ReadRow, Row } from './row.ts'
import { offerOfRow, planOffer } from './plan-offer.ts'
import { planRow, type RowPlan } from './plan-row.ts'
import { createRowReader } from './read-row.ts'

export type Identity = {
  readonly field: string
  readonly text: string
  /** The chosen identifier if the row leaves it empty: only records without it can match. */
  readonly lacking: string | null
}

/** Article numbers and descriptions are unique per supplier; an ITO number is unique. */
const isPerSupplier = ({ fields, title }: Entity, field: string): boolean =>
  fields['supplierId'] !== undefined && (field === 'supplierArticlenumber' || field === title)

const supplierIn = ({ given }: ReadRow): string | null => {
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

/** Rows with one key may be about one record. */
export const numberKey = ({ field, text }: Pick<Identity, 'field' | 'text'>): string =>
  `${field}\u0000${normalKey(text)}`

const dayOf = ({ given }: ReadRow): string => String(given.get(validFromKey) ?? '')

/** Returns the value first stored for a key. Stores `value` and returns undefined for a new key. */
export const createDuplicateKeys = () => {
  const first = new Map<string, number>()
  return (key: string, value?: number): number | undefined => {
    // Digests save memory with a million keys; 160 bits avoid collisions.
    const digest = hash('sha1', key, 'binary')
    const before = first.get(digest)
    if (before === undefined && value !== undefined) first.set(digest, value)
    return before
  }
}

/**
 * Finds rows with the same number above, of the same supplier and, in files with dates, the same date. `isUnclear`:
 * only one of the two names its supplier. `isFirst`: there is none above. `follows`: rows above about the same
 * record have other dates or suppliers; the first supplier has the record.
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
    const key = numberKey(identity)
    const isFirst = seen(`any ${key}`, read.line) === undefined
    const found = lineOf(isDated ? `${key}\u0000${dayOf(read)}` : key, read)
    const isSame = isDated || !isPerSupplier(entity, identity.field)
    const follows = isSame && !isFirst && found.line === undefined
    return { ...found, isFirst, follows }
  }
}

export type RowRules = {
  readonly read: (row: Row) => ReadRow
  readonly identity: (read: ReadRow) => Identity | null
  /** The date from which its price is valid; undefined if not given. */
  readonly dayOf: (
    read: ReadRow,
    prices: readonly { readonly from: string }[],
  ) => string | undefined
  /** Chooses among the records with its identity. `isFirst`: no row above has that identity. */
  readonly choose?: (
    found: readonly Known[],
    identity: Identity,
    read: ReadRow,
    isFirst: boolean,
  ) => readonly Known[] | RowPlan
  /** The subject of the row: the record, or another supplier's offer. */
  readonly about?: (read: ReadRow, record: Known) => Known
  readonly plan: (read: ReadRow, known: Known | null) => RowPlan
  /**
   * The plan of a row whose key occurs above; null if the row's own plan says it. Without this function it is a fault.
   */
  readonly repeated?: (read: ReadRow) => RowPlan | null
}

const isText = (value: unknown, text: string): boolean =>
  typeof value === 'string' && normalKey(value) === normalKey(text)

/** Records that the supplier offers under this number, but another supplier supplies. */
const offeredBy = (found: readonly Known[], supplier: string, number: string) =>
  found.filter(({ offers }) =>
    offers.some(
      ({ name, offer }) =>
        normalKey(name) === supplier && isText(offer.supplierArticlenumber, number),
    ),
  )

const chooseFor =
  (entity: Entity): NonNullable<RowRules['choose']> =>
  (found, { field, text, lacking }, read, isFirst) => {
    const possible = lacking === null ? found : found.filter(({ values }) => !values[lacking])
    const matches = possible.filter(({ values }) => isText(values[field], text))
    const supplier = supplierIn(read)
    if (supplier === null || !(isPerSupplier(entity, field) || matches.length > 1)) return matches
    const named = (name: string) =>
      matches.filter(({ names }) => normalKey(names['supplierId'] ?? '') === name)
    const theirs = named(supplier)
    if (theirs.length > 0) return theirs
    const offered = field === 'supplierArticlenumber' ? offeredBy(possible, supplier, text) : []
    // The first row with the number may claim a record without a supplier.
    return offered.length > 0 || !isFirst ? offered : named('')
  }

export const csvRules = (context: RowContext, identifier: string): RowRules => {
  const { entity, file } = context
  return {
    read: createRowReader(entity, file),
    dayOf: (read) => dayOf(read) || undefined,
    identity: identityBy(entity, identifier),
    choose: chooseFor(entity),
    about: (read, record) => offerOfRow(entity, read, record) ?? record,
    plan: (read, known) =>
      known?.offer ? planOffer(context, read, known) : planRow(context, read, known),
  }
}
