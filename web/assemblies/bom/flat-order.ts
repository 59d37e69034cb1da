import { kindOf, type BomItem, type ItemType } from '#contracts/assembly/bom.ts'
import { linkKinds, partKinds } from '#contracts/assembly/link-kinds.ts'
import { compareTexts } from '../../lib/text.ts'

export const orders = {
  name: 'Navn',
  type: 'Type',
  supplier: 'Leverandør',
  manufacturer: 'Produsent',
} as const
export type Order = keyof typeof orders

const types: readonly ItemType[] = [...partKinds, 'assembly']
/** Unknown types come last. */
const rankOf = ({ itemType }: BomItem) => {
  const rank = types.indexOf(itemType)
  return rank < 0 ? types.length : rank
}

type Compare = (a: BomItem, b: BomItem) => number

const byDescription: Compare = (a, b) =>
  compareTexts(a.description, b.description) || rankOf(a) - rankOf(b) || a.itemId - b.itemId

const compare: Record<Order, Compare> = {
  name: byDescription,
  type: (a, b) => rankOf(a) - rankOf(b) || byDescription(a, b),
  supplier: (a, b) => compareTexts(a.supplierName, b.supplierName) || byDescription(a, b),
  manufacturer: (a, b) =>
    compareTexts(a.manufacturerName, b.manufacturerName) || byDescription(a, b),
}

export const inOrder = (items: readonly BomItem[], order: Order): BomItem[] =>
  items.toSorted(compare[order])

export const detailOf = (item: BomItem): string | null =>
  item[linkKinds[kindOf(item.itemType)].detail]

/** The supplier is left out if it has the same name as the manufacturer. */
export const companiesOf = ({ manufacturerName, supplierName }: BomItem): string[] =>
  [...new Set([manufacturerName, supplierName])].flatMap((name) => name || [])
