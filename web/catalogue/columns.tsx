import { valueAt, type AnyRecord, type Entity } from '#contracts/entity.ts'
import type { Kind } from '#contracts/fields.ts'
import type { Pricing } from '#contracts/pricing.ts'
import { showField, showLinked, textOf, valueOf } from '../fields/field-value.tsx'
import { money } from '../lib/format.ts'
import { ComingPrice } from '../lib/coming-price.tsx'
import { columnText, type CellValue, type Column } from '../lib/list/list-props.ts'
import { highlighted } from '../lib/highlight.tsx'
import { RecordLink, titleLook } from '../lib/record-link.tsx'
import { priceKinds, type PriceKind } from '../history/price-texts.ts'
import type { Catalogue } from './definition.ts'

const isPrice = (key: string): key is PriceKind => key in priceKinds

type Amounts = Pick<Pricing, PriceKind | 'costPriceCurrency'>

export const priceText = (pricing: Amounts | null | undefined, key: PriceKind): string => {
  const value = pricing?.[key]
  return value === null || value === undefined ? '' : money(value, pricing!.costPriceCurrency)
}

type CellProps = { pricing: Pricing | null | undefined; priceKey: PriceKind }

const PriceCell = ({ pricing, priceKey }: CellProps) => {
  const coming = pricing?.coming
  const isOther =
    coming &&
    (coming[priceKey] !== pricing[priceKey] ||
      coming.costPriceCurrency !== pricing.costPriceCurrency)
  return (
    <>
      {priceText(pricing, priceKey)}
      {isOther && (
        <ComingPrice
          coming={coming}
          amount={coming[priceKey]}
          currencyNow={pricing[priceKey] === null ? undefined : pricing.costPriceCurrency}
        />
      )}
    </>
  )
}

const priceColumn = (key: PriceKind): Column<AnyRecord> => ({
  key,
  label: priceKinds[key],
  numeric: true,
  // Wide enough for a coming price and its day.
  width: 140,
  pinned: true,
  value: (row) => row.pricing?.[key],
  text: (row) => priceText(row.pricing, key),
  show: ({ pricing }) => <PriceCell pricing={pricing} priceKey={key} />,
})

const kindWidths: Partial<Record<Kind, number>> = {
  number: 120,
  measure: 110,
  flag: 100,
  choice: 130,
}

const fieldColumn = (entity: Entity, key: string): Column<AnyRecord> => {
  const field = entity.fields[key]!
  return {
    key,
    label: field.label,
    numeric: field.kind === 'number',
    measure: field.kind === 'measure',
    width: kindWidths[field.kind] ?? 180,
    value: (row) => {
      const value = valueOf(entity, row, key)
      return (Array.isArray(value) ? value.join(', ') : value) as CellValue
    },
    text: (row) => textOf(entity, row, key),
    show: (row) => showField(entity, row, key),
  }
}

const columnOf = (entity: Entity, key: string): Column<AnyRecord> =>
  isPrice(key) ? priceColumn(key) : fieldColumn(entity, key)

/** Clicking anywhere in a row opens the record; a link in the first column also allows opening it in a new tab. */
const linkOf =
  ({ entity }: Catalogue, column: Column<AnyRecord>) =>
  (row: AnyRecord) =>
    columnText(column, row) && (
      <RecordLink to={entity.name} id={row.id} className={titleLook} tabIndex={-1}>
        {highlighted(columnText(column, row))}
      </RecordLink>
    )

const imageOf = (row: AnyRecord) => valueAt(row, 'image') as string | null | undefined

export const columnsOf = (definition: Catalogue) =>
  definition.columns.map((key, at): Column<AnyRecord> => {
    const { entity, rowsOpen, widths } = definition
    const column = columnOf(entity, key)
    return {
      ...column,
      ...(widths?.[key] && { width: widths[key] }),
      ...(at === 0 && entity.fields['image'] && { image: imageOf }),
      ...(at === 0 && rowsOpen && { show: linkOf(definition, column) }),
    }
  })

/** References are links on cards, but plain text in table rows. */
const cardLine = (entity: Entity, key: string): Column<AnyRecord> => {
  const column = columnOf(entity, key)
  return entity.fields[key]?.kind === 'reference'
    ? { ...column, show: (row) => columnText(column, row) && showLinked(entity, row, key) }
    : column
}

/** The lines of a card: first those of the definition, then the other columns, which are hidden at first. */
export const cardLinesOf = ({ entity, card, columns }: Catalogue): readonly Column<AnyRecord>[] => {
  const named = card.map(([label, shown]): Column<AnyRecord> =>
    typeof shown === 'string'
      ? { ...cardLine(entity, shown), label }
      : { key: label, label, value: shown },
  )
  const left = columns.filter(
    (key) => key !== entity.title && named.every((line) => line.key !== key),
  )
  return [...named, ...left.map((key) => cardLine(entity, key))]
}
