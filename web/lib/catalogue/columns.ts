import type { Entity } from '#contracts/entity.ts'
import type { Kind } from '#contracts/fields.ts'
import type { Pricing } from '#contracts/pricing.ts'
import { show } from '../../fields/show.tsx'
import { textOf, valueOf } from '../../fields/text-of.ts'
import { money } from '../format.ts'
import type { CellValue, Column } from '../list/column.ts'
import type { Row } from '../row.ts'
import type { CatalogueDefinition, PriceKey } from './definition.ts'

const priceLabels: Readonly<Record<PriceKey, string>> = {
  costPrice: 'Kostpris',
  listPrice: 'Listepris',
  salesPrice: 'Salgspris',
}
const isPrice = (key: string): key is PriceKey => key in priceLabels

export const priceText = (pricing: Pricing | null | undefined, key: PriceKey): string => {
  const value = pricing?.[key]
  return value === null || value === undefined ? '' : money(value, pricing!.costPriceCurrency)
}

const priceColumn = (key: PriceKey): Column<Row> => ({
  key,
  label: priceLabels[key],
  numeric: true,
  width: 130,
  value: (row) => row.pricing?.[key],
  text: (row) => priceText(row.pricing, key),
})

const widths: Partial<Record<Kind, number>> = { number: 120, measure: 110, flag: 100, choice: 130 }

const fieldColumn = (entity: Entity, key: string): Column<Row> => {
  const field = entity.fields[key]!
  return {
    key,
    label: field.label,
    numeric: field.kind === 'number',
    width: widths[field.kind] ?? 180,
    searchable: !field.unsearchable,
    value: (row) => {
      const value = valueOf(row, key, field)
      return (Array.isArray(value) ? value.join(', ') : value) as CellValue
    },
    text: (row) => textOf(row, key, field),
    show: (row) => show(row, key, field),
  }
}

/** The columns of a screen, from the keys it names. */
export const columnsOf = ({
  entity,
  columns,
  widths: own,
}: CatalogueDefinition): readonly Column<Row>[] =>
  columns.map((key) => {
    const column = isPrice(key) ? priceColumn(key) : fieldColumn(entity, key)
    const width = own?.[key]
    return width ? { ...column, width } : column
  })
