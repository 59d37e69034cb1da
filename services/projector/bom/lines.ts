import { exactQuantity, type BomItem } from '#contracts/assembly/bom.ts'
import type { Exact } from '#graph/exact.ts'
import type { Item } from './items.ts'
import type { BomModel } from './model.ts'

type LineValues = {
  readonly quantity: Exact
  readonly level: number
  readonly notes: string | null
}

export const bomItemOf = (
  { names }: BomModel,
  { identity, manufacturerId, supplierId, unit }: Item,
  { quantity, level, notes }: LineValues,
): BomItem => ({
  // Named one by one: with object spread the whole list takes a fifth longer, and misses its floor.
  itemType: identity.itemType,
  itemId: identity.itemId,
  description: identity.description,
  type: identity.type,
  supplierArticlenumber: identity.supplierArticlenumber,
  itoArticlenumber: identity.itoArticlenumber,
  manufacturerName: nameIn(names.manufacturers, manufacturerId),
  supplierName: nameIn(names.suppliers, supplierId),
  unit,
  totalQuantity: exactQuantity(quantity),
  level,
  notes,
})

export const nameIn = (names: ReadonlyMap<number, string>, id: number | null): string | null =>
  id === null ? null : (names.get(id) ?? null)

export const grouped = (value: Exact): string =>
  value.toLocaleString('nb-NO').replaceAll('\u00a0', ' ')

export const leftOutRows = (count: Exact): readonly (readonly string[])[] =>
  count > 0 ? [[`… ${grouped(count)} linjer til er ikke tatt med i denne filen`]] : []
