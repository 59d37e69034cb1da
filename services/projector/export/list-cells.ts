import { decimalOf } from '#contracts/decimal.ts'
import { objectKey, type AnyRecord } from '#contracts/entity.ts'
import type { Kind, Value } from '#contracts/fields.ts'
import type { ListColumn } from '#contracts/list/columns.ts'
import type { Pricing } from '#contracts/pricing.ts'
import { decimal, type Cell } from './sheet.ts'

type CellOf = (value: NonNullable<Value>) => Cell

const text: CellOf = (value) => String(value)
const joined: CellOf = (value) => (value as readonly string[]).join(', ')
const number: CellOf = (value) =>
  typeof value === 'number' ? decimal(decimalOf(value)) : String(value)

const cells: Readonly<Record<Kind, CellOf>> = {
  text,
  multiline: text,
  email: text,
  url: text,
  phone: text,
  suggestion: text,
  choice: text,
  reference: text,
  file: text,
  number,
  measure: number,
  flag: (value) => (value === true ? 'Ja' : 'Nei'),
  list: joined,
  files: joined,
}

type Written = AnyRecord & Readonly<Record<string, Value | undefined>>

const fieldCell = ({ key, field }: ListColumn, record: Written): Cell => {
  const { kind } = field!
  const value = record[kind === 'reference' ? `${objectKey(key)}Name` : key]
  return value === null || value === undefined ? null : cells[kind](value)
}

const priceCell = (key: string, pricing: Pricing | null | undefined): Cell => {
  const amount = pricing?.[key as 'costPrice']
  return amount === null || amount === undefined ? null : decimal(decimalOf(amount))
}

const isPrice = ({ field }: ListColumn) => field === undefined
const headingOf = ({ label, field }: ListColumn) =>
  field?.unit ? `${label} (${field.unit})` : label

/** Amounts are written as numbers, so their currency has a column of its own. */
export const listSheet = (columns: readonly ListColumn[]) => {
  const hasPrices = columns.some(isPrice)
  return {
    header: [...columns.map(headingOf), ...(hasPrices ? ['Valuta'] : [])],
    rowOf: (answer: string): readonly Cell[] => {
      const record = JSON.parse(answer) as Written
      return [
        ...columns.map((column) =>
          isPrice(column) ? priceCell(column.key, record.pricing) : fieldCell(column, record),
        ),
        ...(hasPrices ? [record.pricing?.costPriceCurrency ?? null] : []),
      ]
    },
  }
}
