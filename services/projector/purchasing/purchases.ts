import { exactQuantity } from '#contracts/assembly/bom.ts'
import { decimalOf } from '#contracts/decimal.ts'
import type {
  Purchase,
  PurchasedFrom,
  PurchaseLine,
  PurchaseTotal,
  Purchasing,
} from '#contracts/purchasing/answer.ts'
import { norwegian } from '#contracts/text.ts'
import { costOfLines, costOfPieces, totalsOf, type Cost } from '../bom/cost.ts'
import { moneyOf, scaled } from '../bom/money.ts'
import { type Details, cheapestOf } from './offers.ts'
import { partKey, type Needed, type NeededPart } from './parts.ts'

const lineOf = (part: NeededPart, { parts }: Details): PurchaseLine => {
  const { item, quantity } = part
  const { electricalNumber, offers } = parts.get(partKey(part))!
  const { identity, unit, costPrice, coming, price, unpriced } = item
  return {
    ...identity,
    electricalNumber,
    quantity: exactQuantity(quantity),
    unit,
    price: costPrice && { ...costPrice, amount: moneyOf(scaled(decimalOf(costPrice.amount))) },
    alternative: cheapestOf(offers, item),
    coming,
    sum: price && moneyOf(costOfPieces(price, quantity)),
    reason: unpriced?.reason ?? null,
    explanation: unpriced?.explanation ?? null,
  }
}

const byName = (a: NeededPart, b: NeededPart): number =>
  Number(a.item.price !== null) - Number(b.item.price !== null) ||
  norwegian.compare(a.item.identity.description, b.item.identity.description) ||
  a.id - b.id

const sumsOf = (cost: Cost): { totals: PurchaseTotal[]; complete: boolean } => ({
  totals: totalsOf(cost).map(({ currency, cost }) => ({ currency, cost })),
  complete: cost.unpriced === 0,
})

/** Of a supplier that is gone since. */
const noContact = { orderEmail: '', website: '' }

const purchaseOf = (
  supplier: NeededPart['supplier'],
  parts: readonly NeededPart[],
  details: Details,
): Purchase => ({
  supplier: supplier && { ...supplier, ...(details.contacts.get(supplier.id) ?? noContact) },
  lines: parts.toSorted(byName).map((part) => lineOf(part, details)),
  ...sumsOf(costOfLines(parts)),
})

const bySupplier = (a: PurchasedFrom | null, b: PurchasedFrom | null): number =>
  a && b
    ? norwegian.compare(a.name, b.name) || a.id - b.id
    : Number(a !== null) - Number(b !== null)

/** Purchases by supplier; parts without a supplier first. */
const purchasesOf = (parts: readonly NeededPart[], details: Details): Purchase[] =>
  [...Map.groupBy(parts, ({ supplier }) => supplier?.id).values()]
    .map((own) => purchaseOf(own[0]!.supplier, own, details))
    .toSorted((a, b) => bySupplier(a.supplier, b.supplier))

const missingIn = (purchases: readonly Purchase[]): Purchasing['missing'] => {
  const lines = purchases.flatMap((purchase) => purchase.lines)
  const because = (why: PurchaseLine['reason']) =>
    lines.filter(({ reason }) => reason === why).length
  return {
    supplier: purchases.find(({ supplier }) => supplier === null)?.lines.length ?? 0,
    price: because('NO_PRICE'),
    unit: because('UNIT_MISMATCH'),
  }
}

export const purchasingOf = ({ assemblies, parts }: Needed, details: Details): Purchasing => {
  const purchases = purchasesOf(parts, details)
  return {
    assemblies,
    purchases,
    ...sumsOf(costOfLines(parts)),
    missing: missingIn(purchases),
  }
}
