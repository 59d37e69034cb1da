import { z } from 'zod'
import type { ItemIdentity } from '#contracts/assembly/bom-answers.ts'
import type { ComingCost } from '#contracts/assembly/cost-answers.ts'
import { itemTypeOf } from '#contracts/assembly/bom.ts'
import { linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { currencies, type Currency } from '#contracts/pricing.ts'
import { capitalized } from '#contracts/text.ts'
import { countedIn, mismatchText, priceShare } from '#contracts/units.ts'
import { exact, times, type Exact } from '#graph/exact.ts'
import { divided, exactDivisor, scaled, scaledProduct } from './money.ts'

/** What a stykkliste shows of a record. Immutable, so that a running answer stays consistent. */
export type Item = {
  readonly identity: ItemIdentity
  readonly supplierId: number | null
  readonly manufacturerId: number | null
  readonly unit: string
  readonly costPrice: CostPrice | null
  /** Null if it is in no sum: see `unpriced`. */
  readonly price: Price | null
  readonly unpriced: Unpriced | null
  readonly coming: ComingCost | null
}

export type Items = Readonly<Record<LinkKind, ReadonlyMap<number, Item>>>

/** As registered: `amount` for one `unit`. */
type CostPrice = { readonly amount: string; readonly currency: Currency; readonly unit: string }

/** The cost of `per` pieces, in ten-thousandths of the currency. */
export type Price = {
  readonly currency: Currency
  readonly cost: Exact
  readonly sales: Exact
  readonly per: Exact
}

/** Why an item is missing from a sum, wholly or in part. */
type Unpriced = {
  readonly reason: 'NO_PRICE' | 'UNIT_MISMATCH' | 'CONTENTS'
  readonly explanation: string
}

const text = z.string().nullish()
const id = z.number().nullish()
export const itemRow = z.object({
  id: z.number(),
  description: text,
  type: text,
  supplierArticlenumber: text,
  itoArticlenumber: text,
  supplierId: id,
  manufacturerId: id,
  unit: text,
  costPrice: text,
  currency: text,
  priceFactor: text,
  priceUnit: text,
  comingFrom: text,
  comingCost: text,
  comingCurrency: text,
  comingUnit: text,
})
export type ItemRow = z.output<typeof itemRow>

export const itemOf = (kind: LinkKind, row: ItemRow): Item => {
  const { id, description, supplierArticlenumber } = row
  const [unit, priceUnit] = [row.unit || null, row.priceUnit || null]
  const price = priceIn(row, priceShare(unit, priceUnit))
  return {
    identity: {
      itemType: itemTypeOf(kind),
      itemId: id,
      description: description || supplierArticlenumber || `${id}`,
      type: linkKinds[kind].detail === 'type' ? row.type || null : null,
      supplierArticlenumber: supplierArticlenumber || null,
      itoArticlenumber: row.itoArticlenumber || null,
    },
    supplierId: row.supplierId ?? null,
    manufacturerId: row.manufacturerId ?? null,
    unit: countedIn(unit, priceUnit),
    costPrice: costPriceIn(row),
    price,
    unpriced: price ? null : unpricedIn(row),
    coming: comingIn(row),
  }
}

const comingIn = (row: ItemRow): ComingCost | null =>
  row.comingFrom
    ? {
        validFrom: row.comingFrom,
        costPrice: row.comingCost ? Number(row.comingCost) : null,
        costPriceCurrency: row.comingCurrency as Currency,
        unit: row.comingUnit!,
      }
    : null

const noPrice: Unpriced = { reason: 'NO_PRICE', explanation: 'Mangler kostpris' }

const unpricedIn = ({ costPrice, unit, priceUnit }: ItemRow): Unpriced =>
  costPrice
    ? {
        reason: 'UNIT_MISMATCH',
        explanation: capitalized(mismatchText(unit || null, priceUnit || null)),
      }
    : noPrice

export const contentsUnpriced: Unpriced = {
  reason: 'CONTENTS',
  explanation: 'Noe i den er ikke med i summen',
}

const currencyOf = ({ currency }: ItemRow) => (currency ?? currencies[0]) as Currency

const costPriceIn = (row: ItemRow): CostPrice | null =>
  row.costPrice
    ? {
        amount: row.costPrice,
        currency: currencyOf(row),
        unit: row.priceUnit || countedIn(row.unit, null),
      }
    : null

type Share = ReturnType<typeof priceShare>

/** In lowest terms. Null without a cost price, or if its unit does not convert to the part's unit. */
const priceIn = (row: ItemRow, share: Share): Price | null => {
  const { costPrice, priceFactor } = row
  if (!costPrice || !share) return null
  const costOfPriced = scaled(costPrice)
  const cost = times(costOfPriced, exact(share.times))
  const sales = times(scaledProduct(costOfPriced, scaled(priceFactor ?? '1')), exact(share.times))
  const common = share.per === 1n ? 1 : exactDivisor(exactDivisor(cost, sales), exact(share.per))
  return {
    currency: currencyOf(row),
    cost: divided(cost, common),
    sales: divided(sales, common),
    per: divided(exact(share.per), common),
  }
}

export const missingItem = (kind: LinkKind, id: number): Item =>
  itemOf(kind, { id, description: 'Finnes ikke' })
