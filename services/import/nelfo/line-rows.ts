import type { Problem } from '#contracts/csv/answer.ts'
import type { Value } from '#contracts/fields.ts'
import { aboutText, lostMarked } from '../csv/cell-warnings.ts'
import type { Known } from '../csv/differences.ts'
import type { RowContext } from '../csv/file-format.ts'
import { shown } from '../csv/parser.ts'
import type { ReadRow } from '../csv/read-row.ts'
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
 * A price that is yet to hold does so from its day. One that holds already does from its day too, or from today where
 * the component has got another price since: what is imported last is what is meant.
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

/** A new offer is under the number by which a wholesaler takes orders. */
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

/** Of a component that exists only the price is touched; of a new one the file knows a little more. */
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
    // By what a wholesaler takes orders.
    ['supplierArticlenumber', number],
    ['unit', prices.get('pricing.unit') ?? ''],
    ...prices,
  ]),
  warnings: aboutText(item.name).map((message) => ({
    ...problemIn(read, { field: 'VaBetg', message }),
    value: shown(item.name),
  })),
})
