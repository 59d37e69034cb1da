import type { ReactNode } from 'react'
import type { Column } from './column.ts'
import type { ListControl } from './use-list-state.ts'
import type { View } from './use-local-view.ts'

export type RowAction<Row> = {
  readonly label: string
  readonly icon: ReactNode
  readonly onSelect: (row: Row) => void
  readonly destructive?: boolean
  /** Left out for rows it does not fit. */
  readonly fits?: (row: Row) => boolean
}

export type DataListProps<Row extends { readonly id: number | string }> = {
  /** Names the list in this browser's memory: column widths and the like. */
  name: string
  /** 'motortyper' */
  items: string
  state: ListControl
  view: View<Row>
  columns: readonly Column<Row>[]
  actions?: readonly RowAction<Row>[]
  onOpen?: (row: Row) => void
  card: (row: Row) => ReactNode
  cardColumns?: 4 | 5
  searchPlaceholder?: string
  loadingText?: string
  emptyText?: string
  /** What to do about an empty list. */
  emptyAction?: ReactNode
}
