import type { Problem } from '#contracts/csv/answer.ts'
import type { Value } from '#contracts/fields.ts'
import { aboutText, lostMarked } from '../csv/cell-warnings.ts'
import type { Known } from '../csv/differences.ts'
import type { RowContext } from '../csv/file-format.ts'
import { shown, type ReadRow } from '../csv/row.ts'
import type { Fault, Item } from './item.ts'
import { dateOf, fieldOf } from './lines.ts'
import type { PriceFile } from './price-file.ts'
import type { Prices } from './prices.ts'

export type PriceFileContext = RowContext & {
  readonly priceFile: PriceFile
  readonly identifier: string
  readonly titleOf: (entity: 'suppliers', id: number) => string | undefined
}

export const problemIn = ({ line, cells }: ReadRow, { field, message }: Fault): Problem => ({
  line,
  column: field,
  value: shown(field === '' ? cells.join(';') : fieldOf(cells, field)),
  message,
})

/**
 * The date of the price: the file's date if it is in the future, or if the component has no later price; otherwise
 * today, since the last imported price is meant to be valid.
 */
export const dayOf = (
  { priceFile, today }: PriceFileContext,
  { cells }: ReadRow,
  prices: readonly { readonly from: string }[],
): string | undefined => {
  const day = dateOf(fieldOf(cells, 'PrisDato')) ?? priceFile.head.from ?? undefined
  const isReplaced = prices.some(({ from }) => day && from > day && from <= today)
  return isReplaced ? undefined : day
}

/** A new offer gets the wholesaler's order number. */
export const offered = (
  read: ReadRow,
  { offer }: Known,
  number: string,
  given: Prices,
): ReadRow => ({
  ...read,
  given: new Map<string, Value>([
    ['supplierId', offer!.supplier],
    ...(offer!.isNew ? [['supplierArticlenumber', number] as const] : []),
    ...given,
  ]),
})

/** Fields of a new component. For an existing one only the price changes. */
export const newComponent = (
  read: ReadRow,
  item: Item,
  number: string,
  prices: Prices,
): ReadRow => ({
  ...read,
  given: new Map<string, Value>([
    ['description', lostMarked(item.name)],
    ['electricalNumber', number],
    // The wholesaler's order number.
    ['supplierArticlenumber', number],
    ['unit', prices.get('pricing.unit') ?? ''],
    ...prices,
  ]),
  warnings: [
    ...read.warnings,
    ...aboutText(item.name).map((message) => ({
      ...problemIn(read, { field: 'VaBetg', message }),
      value: shown(item.name),
    })),
  ],
})
