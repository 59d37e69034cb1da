import type { ReactNode } from 'react'

export type CellValue = string | number | boolean | null | undefined

export type Column<Row> = {
  readonly key: string
  readonly label: string
  /** What is sorted by: numbers as numbers, anything else as text. */
  readonly value: (row: Row) => CellValue
  /** What is read and searched, where it is not just the value: '1 234,50 kr'. */
  readonly text?: (row: Row) => string
  /** What is shown, where it is more than the text. */
  readonly show?: (row: Row) => ReactNode
  /** Right-aligned figures. */
  readonly numeric?: boolean
  readonly width?: number
  readonly searchable?: boolean
}

export const columnText = <Row>(column: Column<Row>, row: Row): string =>
  column.text?.(row) ?? String(column.value(row) ?? '')
