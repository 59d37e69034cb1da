import { validFromKey } from '#contracts/csv/columns.ts'
import type { Entity } from '#contracts/entity.ts'
import { normalKey } from '#contracts/text.ts'
import type { Known } from './differences.ts'
import { createDuplicateKeys } from './digests.ts'
import type { RowContext } from './file-format.ts'
import type { Row } from './parser.ts'
import { offerMeant, planOffer } from './plan-offer.ts'
import { planRow, type RowPlan } from './plan-row.ts'
import { createRowReader, type ReadRow } from './read-row.ts'

/** What the rows of a file mean. */
export type RowRules = {
  readonly read: (row: Row) => ReadRow
  readonly identity: (read: ReadRow) => Identity | null
  /** From when its price holds; undefined where it does not say. */
  readonly dayOf: (
    read: ReadRow,
    prices: readonly { readonly from: string }[],
  ) => string | undefined
  /** Which of the records with its identity it means. `isFirst`: no row above has it, of whatever supplier. */
  readonly choose?: (
    found: readonly Known[],
    identity: Identity,
    read: ReadRow,
    isFirst: boolean,
  ) => readonly Known[] | RowPlan
  /** What it says something of: the record, or another supplier's offer of it. */
  readonly about?: (read: ReadRow, record: Known) => Known
  readonly plan: (read: ReadRow, known: Known | null) => RowPlan
  /** What becomes of it where its key stood before; null where it says that by itself. Without it that is a fault. */
  readonly repeated?: (read: ReadRow) => RowPlan | null
}

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

const isText = (value: unknown, text: string): boolean =>
  typeof value === 'string' && normalKey(value) === normalKey(text)

/** By what a row finds a record that a row above makes. */
export const madeKey = (entity: Entity, { field, text }: Identity, read: ReadRow): string => {
  const supplier = isPerSupplier(entity, field) ? supplierIn(read) : ''
  return [field, normalKey(text), supplier].join('\u0000')
}

/** Records that a supplier offers under this number, and another one supplies. */
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
    // One of no supplier is claimed by the first row that has its number.
    return offered.length > 0 || !isFirst ? offered : named('')
  }

const dayOf = ({ given }: ReadRow): string => String(given.get(validFromKey) ?? '')

/**
 * On which line a row's number stands before, of the same supplier and with the same day where the file has days;
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

/** What differs from file to file: `priceFileRules` and `selectionRules` are the other ones. */
export const csvRules = (context: RowContext, identifier: string): RowRules => {
  const { entity, file } = context
  return {
    read: createRowReader(entity, file),
    dayOf: (read) => dayOf(read) || undefined,
    identity: identityBy(entity, identifier),
    choose: chooseFor(entity),
    about: (read, record) => offerMeant(entity, read, record) ?? record,
    plan: (read, known) =>
      known?.offer ? planOffer(context, read, known) : planRow(context, read, known),
  }
}
