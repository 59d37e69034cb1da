import type { LinkKind } from '#contracts/assembly/links.ts'
import { itemTypeOf, type ItemType } from '#contracts/assembly/bom.ts'
import { currencies, type Currency } from '#contracts/pricing.ts'
import { countedIn, priceShare } from '#contracts/units.ts'
import { flatText } from './flat-text.ts'
import { scaled, scaledProduct, wholeOf, type Exact } from './numbers.ts'

/**
 * What a stykkliste says about a record. A change makes a new one, so whoever is in the middle of an answer
 * keeps what it began with.
 */
export type Item = {
  /** The line's JSON up to what differs from list to list. */
  readonly head: string
  readonly traits: Traits
  /** Of what the price is for, in ten-thousandths of the currency; null where nobody has given a cost. */
  readonly cost: Exact | null
  /** Of the same; 0 where there is no cost. */
  readonly sales: Exact
}

/** What many items have in common, kept once for all of them: there may be half a million. */
export type Traits = {
  readonly supplierId: number | null
  readonly manufacturerId: number | null
  /** The record's own unit; prices have one too. */
  readonly unit: string | null
  /** Null where there is no price. */
  readonly priceUnit: string | null
  /** How many times the price counts for one of what is counted; null where the units do not convert. */
  readonly share: { readonly times: Exact; readonly per: Exact } | null
  readonly listed: boolean
  /** Index into currencies. */
  readonly currency: number
  /** Names and unit as JSON: written anew where a name changes. */
  text: string
}

/** A record as the read tables hold it, with its price, as far as a stykkliste shows it. */
export type ItemRow = {
  readonly id: number
  readonly description: string | null
  readonly type: string | null
  readonly supplierArticlenumber: string | null
  readonly itoArticlenumber: string | null
  readonly supplierId: number | null
  readonly manufacturerId: number | null
  readonly unit: string | null
  readonly costPrice: string | null
  readonly currency: string | null
  readonly priceFactor: string | null
  readonly listed: boolean
  readonly priceUnit: string | null
}

export const headText = (kind: LinkKind, row: ItemRow): string => {
  const { id, description, type, supplierArticlenumber, itoArticlenumber } = row
  const json = JSON.stringify({
    itemType: itemTypeOf(kind),
    itemId: id,
    description: description || supplierArticlenumber || `${id}`,
    type: kind === 'motor' || kind === 'sensor' ? null : type || null,
    supplierArticlenumber: supplierArticlenumber || null,
    itoArticlenumber: itoArticlenumber || null,
  })
  return flatText(json.slice(0, -1))
}

type ItemHead = Pick<ItemRow, 'type' | 'supplierArticlenumber' | 'itoArticlenumber'> & {
  readonly itemType: ItemType
  readonly itemId: number
  readonly description: string
}

export const headOf = (item: Item): ItemHead => JSON.parse(`${item.head}}`) as ItemHead

/** What a record says of itself that others say too. */
export type OwnTraits = Omit<Traits, 'text' | 'share'>

export const traitsIn = (row: ItemRow): OwnTraits => ({
  supplierId: row.supplierId,
  manufacturerId: row.manufacturerId,
  unit: row.unit || null,
  priceUnit: row.priceUnit || null,
  listed: row.listed,
  currency: row.currency === null ? 0 : currencies.indexOf(row.currency as Currency),
})

export const costIn = ({ costPrice, priceFactor }: ItemRow): Pick<Item, 'cost' | 'sales'> => {
  if (costPrice === null) return { cost: null, sales: 0 }
  const cost = scaled(costPrice)
  return { cost, sales: scaledProduct(cost, scaled(priceFactor ?? '1')) }
}

export const shareIn = ({ unit, priceUnit }: OwnTraits): Traits['share'] => {
  const share = priceShare(unit, priceUnit)
  return share && { times: wholeOf(share.times), per: wholeOf(share.per) }
}

export const unitIn = ({ unit, priceUnit }: OwnTraits): string => countedIn(unit, priceUnit)

export const unitOf = ({ traits }: Item): string => unitIn(traits)

/** A record of which nothing is known but its number. */
export const emptyRow = (id: number): ItemRow => ({
  id,
  description: null,
  type: null,
  supplierArticlenumber: null,
  itoArticlenumber: null,
  supplierId: null,
  manufacturerId: null,
  unit: null,
  costPrice: null,
  currency: null,
  priceFactor: null,
  listed: false,
  priceUnit: null,
})
