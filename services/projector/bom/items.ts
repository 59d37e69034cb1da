import type { LinkKind } from '#contracts/assembly/links.ts'
import { itemTypeOf, type ItemType } from '#contracts/assembly/bom.ts'
import { currencies, type Price } from '#contracts/pricing.ts'
import type { Values } from '#contracts/fields.ts'
import { flatText } from './flat-text.ts'
import { scaled, scaledProduct, type Exact } from './numbers.ts'

/**
 * What a stykkliste says about a record. A change makes a new one, so whoever is in the middle of an answer
 * keeps what it began with.
 */
export type Item = {
  /** The line's JSON up to what differs from list to list; see `itemOf`. */
  readonly head: string
  /** False where the description is made from something else, for want of one. */
  readonly described: boolean
  readonly supplierId: number | null
  readonly manufacturerId: number | null
  /** The record's own unit; prices have one too. */
  readonly unit: string | null
  readonly price: ItemPrice | null
  /** Names and unit as JSON, shared with items that have the same; see Catalogue. Filled in when first shown. */
  shown: Shown | null
}

export type Shown = { text: string }

export type ItemPrice = {
  /** In ten-thousandths of the currency. */
  readonly cost: Exact | null
  readonly sales: Exact | null
  readonly listed: boolean
  /** Index into currencies. */
  readonly currency: number
  readonly unit: string
}

/** The fields of a record that a stykkliste shows; those absent are not the record's. */
export type ItemFields = {
  readonly description: string | null
  readonly type: string | null
  readonly supplierArticlenumber: string | null
  readonly itoArticlenumber: string | null
}

export const newItem = (
  kind: LinkKind,
  id: number,
  fields: ItemFields,
  other: Pick<Item, 'supplierId' | 'manufacturerId' | 'unit' | 'price'>,
): Item => {
  const { description, type, supplierArticlenumber, itoArticlenumber } = fields
  const json = JSON.stringify({
    itemType: itemTypeOf(kind),
    itemId: id,
    description: description || supplierArticlenumber || `${id}`,
    type: kind === 'motor' || kind === 'sensor' ? null : type || null,
    supplierArticlenumber: supplierArticlenumber || null,
    itoArticlenumber: itoArticlenumber || null,
  })
  const head = flatText(json.slice(0, -1))
  const { supplierId, manufacturerId, unit, price } = other
  const described = Boolean(description)
  return { head, described, supplierId, manufacturerId, unit, price, shown: null }
}

type ItemHead = ItemFields & {
  readonly itemType: ItemType
  readonly itemId: number
  readonly description: string
}

export const headOf = (item: Item): ItemHead => JSON.parse(`${item.head}}`) as ItemHead

const textIn = (values: Values, key: string) => {
  const value = values[key]
  return value === null || value === undefined || value === '' ? null : String(value)
}
const idIn = (values: Values, key: string) => {
  const value = values[key]
  return typeof value === 'number' ? value : null
}
/** An assembly is known by its name; everything else by its description. */
const titleKey = (kind: LinkKind) => (kind === 'subassembly' ? 'name' : 'description')

export const registered = (kind: LinkKind, id: number, values: Values): Item =>
  newItem(
    kind,
    id,
    {
      description: textIn(values, titleKey(kind)),
      type: textIn(values, 'type'),
      supplierArticlenumber: textIn(values, 'supplierArticlenumber'),
      itoArticlenumber: textIn(values, 'itoArticlenumber'),
    },
    {
      supplierId: idIn(values, 'supplierId'),
      manufacturerId: idIn(values, 'manufacturerId'),
      unit: textIn(values, 'unit'),
      price: null,
    },
  )

/** Only what is in `changes` changes. */
export const revised = (kind: LinkKind, item: Item, changes: Values): Item => {
  const old = headOf(item)
  const text = (key: string, otherwise: string | null) =>
    key in changes ? textIn(changes, key) : otherwise
  const id = (key: string, otherwise: number | null) =>
    key in changes ? idIn(changes, key) : otherwise
  return newItem(
    kind,
    old.itemId,
    {
      description: text(titleKey(kind), item.described ? old.description : null),
      type: text('type', old.type),
      supplierArticlenumber: text('supplierArticlenumber', old.supplierArticlenumber),
      itoArticlenumber: text('itoArticlenumber', old.itoArticlenumber),
    },
    {
      supplierId: id('supplierId', item.supplierId),
      manufacturerId: id('manufacturerId', item.manufacturerId),
      unit: text('unit', item.unit),
      price: item.price,
    },
  )
}

export const priced = (item: Item, price: Price | null): Item => ({
  ...item,
  shown: null,
  price: price && {
    cost: price.costPrice === null ? null : scaled(price.costPrice),
    sales:
      price.costPrice === null
        ? null
        : scaledProduct(scaled(price.costPrice), scaled(price.priceFactor)),
    listed: price.listPrice !== null,
    currency: currencies.indexOf(price.costPriceCurrency),
    unit: price.unit,
  },
})

export const unitOf = (item: Item): string => item.unit || item.price?.unit || 'stk'

/** What stands for a record that a link points to and that does not exist. */
export const missingItem = (kind: LinkKind, id: number): Item =>
  newItem(
    kind,
    id,
    {
      description: 'Finnes ikke',
      type: null,
      supplierArticlenumber: null,
      itoArticlenumber: null,
    },
    { supplierId: null, manufacturerId: null, unit: null, price: null },
  )
