import type { PurchasedFrom, PurchaseLine, Purchasing } from '#contracts/purchasing/answer.ts'
import { compareTexts } from '../lib/text.ts'

export type Line = PurchaseLine & { readonly supplier: PurchasedFrom | null }

export const orders = {
  name: 'Beskrivelse',
  number: 'Leverandør art.nr',
  electrical: 'El-nummer',
  quantity: 'Antall',
  sum: 'Sum',
} as const
export type Order = keyof typeof orders

type Compare = (a: Line, b: Line) => number

/** The largest first, by currency, since amounts of two currencies cannot be compared. */
const bySum: Compare = (a, b) =>
  compareTexts(a.price?.currency, b.price?.currency) || Number(b.sum) - Number(a.sum)

const compare: Readonly<Record<Order, Compare>> = {
  name: (a, b) => compareTexts(a.description, b.description),
  number: (a, b) => compareTexts(a.supplierArticlenumber, b.supplierArticlenumber),
  electrical: (a, b) => compareTexts(a.electricalNumber, b.electricalNumber),
  quantity: (a, b) => Number(b.quantity) - Number(a.quantity),
  sum: bySum,
}

const isIncomplete = ({ sum, supplier }: Line): boolean => sum === null || supplier === null

export type Group = Pick<Purchasing, 'totals' | 'complete'> & {
  readonly key: string
  readonly supplier: PurchasedFrom | null
  readonly title: string
  readonly lines: readonly Line[]
}

const inOrder = (lines: readonly Line[], order: Order): Line[] =>
  lines.toSorted(
    (a, b) =>
      Number(isIncomplete(b)) - Number(isIncomplete(a)) ||
      compare[order](a, b) ||
      compare.name(a, b),
  )

/** Lines without price or supplier come first in each group. */
export const groupsOf = (list: Purchasing, bySupplier: boolean, order: Order): Group[] => {
  const groups = list.purchases.map(({ supplier, lines, ...sums }) => ({
    ...sums,
    supplier,
    key: `${supplier?.id ?? 'none'}`,
    title: supplier?.name ?? 'Uten leverandør',
    lines: inOrder(
      lines.map((line) => ({ ...line, supplier })),
      order,
    ),
  }))
  if (bySupplier || groups.length === 0) return groups
  const { totals, complete } = list
  const lines = inOrder(
    groups.flatMap((group) => group.lines),
    order,
  )
  return [{ key: 'all', supplier: null, title: 'Alle leverandører', lines, totals, complete }]
}
