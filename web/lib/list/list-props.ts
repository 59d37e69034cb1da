import type { ReactNode } from 'react'
import type { Entity } from '#contracts/entity.ts'
import { recordTitle } from '../records.ts'
import type { ListControl } from './use-list-state.ts'

export type CellValue = string | number | boolean | null | undefined

export type Column<Row> = {
  readonly key: string
  readonly label: string
  /** The value to sort by: numbers as numbers, everything else as text. */
  readonly value: (row: Row) => CellValue
  readonly text?: (row: Row) => string
  /** If it is more than text. */
  readonly show?: (row: Row) => ReactNode
  readonly numeric?: boolean
  /** A number, or a text that may begin with one. */
  readonly measure?: boolean
  readonly width?: number
  readonly searchable?: boolean
  /** Sticky at the right edge if there is room. */
  readonly pinned?: boolean
  /** A thumbnail at the end of the cell. */
  readonly image?: (row: Row) => string | null | undefined
}

export const columnText = <Row>(column: Column<Row>, row: Row): string =>
  column.text?.(row) ?? String(column.value(row) ?? '')

export type RowAction<Row> = {
  readonly label: string
  readonly icon: ReactNode
  readonly onSelect: (row: Row) => void
  readonly destructive?: boolean
  /** The action is hidden for rows where this is false. */
  readonly fits?: (row: Row) => boolean
}

/** The rows that match the search, loaded in the browser or page by page. */
export type View<Row> = {
  /** Undefined while the row is loading. */
  readonly at: (index: number) => Row | undefined
  /** The number of matching rows, and of all rows. */
  readonly count: number
  readonly total: number
  readonly loading: boolean
  /** The rows are still those of an earlier search, filter or order. */
  readonly isOld?: boolean
  readonly error: unknown
  readonly mutate: () => unknown
  /** The ids of all matching rows. */
  readonly ids: () => Promise<readonly Identified['id'][]>
  readonly onSight?: (first: number, last: number) => void
}

export type Identified = { readonly id: number | string }

export type ListProps<Row extends Identified> = {
  items: string
  state: ListControl
  view: View<Row>
  /** Enables filters on its fields. */
  entity?: Entity
  loadingText?: string
  emptyAction?: ReactNode
  markedActions?: ReactNode
}

export type DataListProps<Row extends Identified> = ListProps<Row> & {
  /** The key under which this browser stores the user's choices, such as column widths. */
  name: string
  columns: readonly Column<Row>[]
  actions?: readonly RowAction<Row>[]
  /** Called for a click on a row, or on a card without its own link. */
  onOpen?: (row: Row) => void
  card: (row: Row) => ReactNode
  cardLines?: readonly Column<Row>[]
  cardColumns?: 4 | 5
  tools?: ReactNode
}

type Named<Row> = { readonly entity?: Entity | undefined; readonly columns: readonly Column<Row>[] }

/** What a row is called: the title of its record, or the text of its first column. */
export const rowName = <Row extends Identified>(
  { entity, columns: [first] }: Named<Row>,
  row: Row,
): string => {
  if (entity) return recordTitle(entity, row)
  return first ? columnText(first, row) : ''
}
