import type { Entity } from '#contracts/entity.ts'
import { normalKey } from '#contracts/text.ts'
import type { Known } from './differences.ts'
import type { RowContext } from './file-format.ts'
import type { Row } from './parser.ts'
import { offerMeant, planOffer } from './plan-offer.ts'
import { planRow, type RowPlan } from './plan-row.ts'
import { createRowReader, type ReadRow } from './read-row.ts'
import { dayOf, identityBy, isPerSupplier, supplierIn, type Identity } from './identity.ts'

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

const isText = (value: unknown, text: string): boolean =>
  typeof value === 'string' && normalKey(value) === normalKey(text)

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
