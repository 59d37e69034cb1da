import { currencies } from '#contracts/pricing.ts'
import { show } from '../../fields/show.tsx'
import { wideKinds } from '../../fields/wide-kinds.ts'
import type { DetailLine, DetailSection } from '../detail-dialog.tsx'
import { dateTime, fixed, money } from '../format.ts'
import type { Row } from '../row.ts'
import type { CatalogueDefinition } from './definition.ts'

const price = (value: number | null | undefined, currency: (typeof currencies)[number]) =>
  value === null || value === undefined ? '' : money(value, currency)

const priceLines = ({ pricing }: Row): readonly DetailLine[] => {
  if (!pricing) return []
  const { costPriceCurrency: currency } = pricing
  return [
    { label: 'Kostpris', value: price(pricing.costPrice, currency) },
    { label: 'Prisfaktor', value: fixed(pricing.priceFactor, 1) },
    { label: 'Salgspris', value: price(pricing.salesPrice, currency) },
    { label: 'Listepris', value: price(pricing.listPrice, currency) },
    { label: 'Prisenhet', value: pricing.unit },
    {
      label: 'Kostpris oppdatert',
      value: pricing.costPriceUpdatedAt ? dateTime(pricing.costPriceUpdatedAt) : '',
    },
  ]
}

const metadataLines = ({ createdAt, updatedAt }: Row): readonly DetailLine[] => [
  { label: 'Opprettet', value: createdAt ? dateTime(createdAt) : '' },
  { label: 'Oppdatert', value: updatedAt ? dateTime(updatedAt) : '' },
]

/** The sections of a record's detail dialog, from the keys a screen names. */
export const detailSectionsOf = (
  { entity, detail = [] }: CatalogueDefinition,
  row: Row,
): readonly DetailSection[] =>
  detail.map(({ title, fields }) => ({
    title,
    lines: fields.flatMap((key): readonly DetailLine[] => {
      if (key === 'pricing') return priceLines(row)
      if (key === 'metadata') return metadataLines(row)
      const field = entity.fields[key]!
      return [
        { label: field.label, value: show(row, key, field), wide: wideKinds.includes(field.kind) },
      ]
    }),
  }))
