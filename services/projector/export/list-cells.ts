import { isDeepStrictEqual } from 'node:util'
import { readList, writeList } from '#contracts/csv/lists.ts'
import { decimalOf } from '#contracts/decimal.ts'
import { nameKey, type AnyRecord } from '#contracts/entity.ts'
import { withUnit, type Value } from '#contracts/fields.ts'
import type { ListColumn } from '#contracts/list/columns.ts'
import type { OfferAnswer } from '#contracts/offers.ts'
import { offerText } from './price-texts.ts'
import { number, type Cell } from './sheet.ts'

/** As on the screen, unless an import would read other texts. */
const joined = (texts: readonly string[]): string => {
  const shown = texts.join(', ')
  return isDeepStrictEqual(readList(shown), texts) ? shown : writeList(texts)
}

const cellOf = (value: Value | undefined): Cell => {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return number(decimalOf(value))
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nei'
  return typeof value === 'string' ? value : joined(value)
}

const fieldCell = ({ key, field }: ListColumn, record: Written): Cell =>
  cellOf(record[field!.kind === 'reference' ? nameKey(key) : key])

const headingOf = ({ label, field }: ListColumn) => withUnit(label, field ?? {})

const offerCell = ({ supplierId, supplierName, costPrice, ...offer }: OfferAnswer): string =>
  offerText({
    ...offer,
    supplier: supplierName ?? `Nr. ${supplierId}`,
    price:
      costPrice === null
        ? null
        : { ...offer, amount: costPrice, currency: offer.costPriceCurrency },
  })

type Written = AnyRecord &
  Readonly<Record<string, Value | undefined>> & { readonly offers?: readonly OfferAnswer[] }

type Columns = {
  readonly headings: readonly string[]
  readonly cells: (record: Written) => readonly Cell[]
}

const coming: Columns = {
  headings: ['Neste kostpris', 'Neste valuta', 'Neste pris gjelder fra'],
  cells: ({ pricing }) => {
    const next = pricing?.coming
    return [cellOf(next?.costPrice), next?.costPriceCurrency ?? null, next?.validFrom ?? null]
  },
}

const columnsFor = (column: ListColumn): Columns => {
  const { key, label, field } = column
  if (key === 'coming') return coming
  if (key === 'offers')
    return {
      headings: [label],
      cells: ({ offers = [] }) => [offers.map(offerCell).join('; ') || null],
    }
  return {
    headings: [headingOf(column)],
    cells: (record) => [
      field ? fieldCell(column, record) : cellOf(record.pricing?.[key as 'costPrice']),
    ],
  }
}

const amounts = ['costPrice', 'listPrice', 'salesPrice']

/** Amounts are numbers, so what they are in and for has columns of its own. */
export const listSheet = (requested: readonly ListColumn[]) => {
  const columns = requested.map(columnsFor)
  const hasPrices = requested.some(({ key }) => amounts.includes(key))
  return {
    header: [
      ...columns.flatMap(({ headings }) => headings),
      ...(hasPrices ? ['Valuta', 'Prisenhet'] : []),
    ],
    rowOf: (answer: string): readonly Cell[] => {
      const record = JSON.parse(answer) as Written
      const { pricing } = record
      return [
        ...columns.flatMap(({ cells }) => cells(record)),
        ...(hasPrices ? [pricing?.costPriceCurrency ?? null, pricing?.unit ?? null] : []),
      ]
    },
  }
}
