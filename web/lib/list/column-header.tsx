/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the layout (flex) takes the roles of a table away: they are given back here */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Column } from './column.ts'
import { minWidth } from './sizes.ts'
import type { ListControl } from './use-list-state.ts'
import { nextSort, type Sort } from './view.ts'

const directionOf = (sort: Sort, key: string) => {
  if (sort?.key !== key) return 'none'
  return sort.descending ? 'descending' : 'ascending'
}
const icons = { none: ChevronsUpDown, ascending: ArrowUp, descending: ArrowDown }

/** As wide as the widest cell in sight wants to be. */
const fitting = (cell: Element): number => {
  const key = cell.getAttribute('data-column')
  const cells = cell.closest('table')!.querySelectorAll(`[data-column="${key}"] [data-fit]`)
  return Math.max(minWidth, ...[...cells].map(({ scrollWidth }) => scrollWidth + 28))
}

type Props<Row> = {
  column: Column<Row>
  width: number
  pinned: boolean
  state: ListControl
  resizing: boolean
  onResizeStart: (event: unknown) => void
  onResize: (width: number) => void
}

/** A click sorts. The edge resizes: by dragging, by a double click to fit, or by Shift and the arrows. */
export const ColumnHeader = <Row,>({
  column,
  width,
  pinned,
  state,
  resizing,
  onResizeStart,
  onResize,
}: Props<Row>) => {
  const { key, label, numeric } = column
  const direction = directionOf(state.sort, key)
  const Icon = icons[direction]
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key]
    if (!event.shiftKey || step === undefined) return
    event.preventDefault()
    onResize(Math.max(minWidth, width + step))
  }
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={direction}
      data-column={key}
      className={`group/head relative flex shrink-0 bg-sunken ${pinned ? 'left-0 z-2 md:sticky' : ''}`}
      style={{ width }}
    >
      <button
        type="button"
        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
        className={`flex min-w-0 flex-1 items-center gap-1 px-3 text-sm font-medium text-muted outline-offset-[-3px] hover:text-ink ${numeric ? 'flex-row-reverse' : ''} ${direction === 'none' ? '' : 'text-ink'}`}
        onClick={() => state.change({ sort: nextSort(state.sort, key) })}
        onKeyDown={onKeyDown}
      >
        <span data-fit className="truncate">
          {label}
        </span>
        <Icon
          aria-hidden
          className={`size-3.5 shrink-0 ${direction === 'none' ? `absolute hidden bg-sunken group-focus-within/head:block group-hover/head:block ${numeric ? 'left-2' : 'right-2'}` : 'text-accent'}`}
        />
      </button>
      {/* For the pointer only; the keyboard has Shift and the arrows. */}
      <span
        aria-hidden
        title="Dra for å endre bredden, dobbeltklikk for å tilpasse"
        className={`absolute top-2 right-0 bottom-2 z-1 w-2 cursor-col-resize touch-none select-none before:absolute before:inset-y-0 before:right-0 before:w-px before:bg-line hover:before:w-0.5 hover:before:bg-accent ${resizing ? 'z-10 before:w-0.5 before:bg-accent' : ''}`}
        onMouseDown={onResizeStart}
        onTouchStart={onResizeStart}
        onDoubleClick={({ currentTarget }) => onResize(fitting(currentTarget.parentElement!))}
      />
    </th>
  )
}
