import type { Entity } from '#contracts/entity.ts'
import { normalKey } from '#contracts/text.ts'
import type { Known } from './differences.ts'
import type { RowContext } from './file-format.ts'
import type { Row } from './parser.ts'
import { offerMeant, planOffer } from './plan-offer.ts'
import { planRow, type RowPlan } from './plan-row.ts'
import { createRowReader, type ReadRow } from './read-row.ts'
import { dayOf, identityBy, isPerSupplier, supplierIn, type Identity } from './identity.ts'

/** How the rows of one kind of file are read and planned. */
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

/** The rules for CSV. See also `priceFileRules` and `selectionRules`. */
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
