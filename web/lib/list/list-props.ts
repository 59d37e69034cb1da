import type { ReactNode } from 'react'
import type { Entity } from '#contracts/entity.ts'
import type { ListControl } from './use-list-state.ts'

export type CellValue = string | number | boolean | null | undefined

export type Column<Row> = {
  readonly key: string
  readonly label: string
  /** What is sorted by: numbers as numbers, anything else as text. */
  readonly value: (row: Row) => CellValue
  readonly text?: (row: Row) => string
  /** What is shown, where it is more than the text. */
  readonly show?: (row: Row) => ReactNode
  /** Right-aligned figures. */
  readonly numeric?: boolean
  readonly width?: number
  readonly searchable?: boolean
  /** Kept in sight at the right edge, where there is room. */
  readonly pinned?: boolean
  /** Shown small at the end of the cell. */
  readonly image?: (row: Row) => string | null | undefined
}

export const columnText = <Row>(column: Column<Row>, row: Row): string =>
  column.text?.(row) ?? String(column.value(row) ?? '')

export type RowAction<Row> = {
  readonly label: string
  readonly icon: ReactNode
  readonly onSelect: (row: Row) => void
  readonly destructive?: boolean
  /** Left out for rows it does not fit. */
  readonly fits?: (row: Row) => boolean
}

/** What a list shows: some rows of all there are, wherever they are kept. */
export type View<Row> = {
  /** undefined while that row is on its way. */
  readonly at: (index: number) => Row | undefined
  /** How many rows match, and how many there are. */
  readonly count: number
  readonly total: number
  readonly loading: boolean
  readonly error: unknown
  readonly retry: () => void
  /** The ids of all that match. */
  readonly ids: () => Promise<readonly Identified['id'][]>
  /** Told which rows are in sight. */
  readonly onSight?: (first: number, last: number) => void
}

export type Identified = { readonly id: number | string }

export type DataListProps<Row extends Identified> = {
  /** Names the list in this browser's memory: column widths and the like. */
  name: string
  items: string
  state: ListControl
  view: View<Row>
  columns: readonly Column<Row>[]
  /** By whose fields the list can be narrowed. */
  entity?: Entity
  actions?: readonly RowAction<Row>[]
  /** A click on a row, or on a card that has no link of its own. */
  onOpen?: (row: Row) => void
  card: (row: Row) => ReactNode
  /** The lines of a card, which can be hidden as columns can. */
  cardLines?: readonly Column<Row>[]
  cardColumns?: 4 | 5
  loadingText?: string
  tools?: ReactNode
  emptyAction?: ReactNode
  markedActions?: ReactNode
}
