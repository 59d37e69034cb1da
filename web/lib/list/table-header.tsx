/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   display: flex removes the table roles, so they are set explicitly */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useRef, type KeyboardEvent } from 'react'
import type { Entity } from '#contracts/entity.ts'
import { filtersOf } from '#contracts/list/filters.ts'
import {
  cellStyle,
  compactActionsWidth,
  minWidth,
  pinnedLook,
  type Layout,
} from './column-widths.ts'
import { HeadFilter } from './filters/head-filter.tsx'
import type { Identified } from './list-props.ts'
import { useMarks } from './selection.ts'
import { nextSort, type ListControl, type Sort } from './use-list-state.ts'

const directionOf = (sort: Sort, key: string) => {
  if (sort?.key !== key) return 'none'
  return sort.descending ? 'descending' : 'ascending'
}
const icons = { none: ChevronsUpDown, ascending: ArrowUp, descending: ArrowDown }

const widthOnOneLine = (cell: HTMLElement): number => {
  cell.style.whiteSpace = 'nowrap'
  const { scrollWidth } = cell
  cell.style.whiteSpace = ''
  return scrollWidth + 28
}

/** The width of the widest rendered cell. */
const fitting = (cell: Element): number => {
  const column = `[data-column="${cell.getAttribute('data-column')}"] [data-fit]`
  const cells = cell.closest('table')!.querySelectorAll<HTMLElement>(column)
  return Math.max(minWidth, ...[...cells].map(widthOnOneLine))
}

type Resizing = { width: number; onResize: (width: number) => void }

/** For pointers only; keyboard users press Shift with the arrow keys. */
const ResizeHandle = ({ width, onResize }: Resizing) => {
  const origin = useRef(0)
  return (
    <span
      aria-hidden
      title="Dra for å endre bredden, dobbeltklikk for å tilpasse"
      className="absolute top-2 right-0 bottom-2 z-1 w-2 cursor-col-resize touch-none select-none before:absolute before:inset-y-0 before:right-0 before:w-px before:bg-line hover:before:w-0.5 hover:before:bg-accent active:z-10 active:before:w-0.5 active:before:bg-accent"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        origin.current = width - event.clientX
      }}
      onPointerMove={({ buttons, clientX }) => {
        if (buttons === 1) onResize(origin.current + clientX)
      }}
      onDoubleClick={({ currentTarget }) => onResize(fitting(currentTarget.parentElement!))}
    />
  )
}

type Props<Row extends Identified> = {
  layout: Layout<Row>
  at: number
  state: ListControl
  entity: Entity | undefined
}

/** A click sorts. Dragging the edge resizes, a double click fits, and Shift with arrow keys resizes. */
export const ColumnHeader = <Row extends Identified>(props: Props<Row>) => {
  const { layout, at, state, entity } = props
  const { key, label, numeric = false } = layout.shown[at]!
  const width = layout.widths[at]!
  const onResize = (next: number) => layout.resize(key, next)
  const filter = entity && filtersOf(entity).find((one) => one.key === key)
  const direction = directionOf(state.sort, key)
  const Icon = icons[direction]
  const marks = useMarks()
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key]
    if (!event.shiftKey || step === undefined) return
    event.preventDefault()
    onResize(width + step)
  }
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={direction}
      abbr={label}
      data-column={key}
      className={`group/head relative flex shrink-0 bg-sunken ${at === 0 ? `${marks ? 'md:left-11' : 'left-0'} z-2 md:sticky` : ''} ${numeric ? 'flex-row-reverse' : ''} ${pinnedLook(layout.pinned, at)}`}
      style={cellStyle(layout, at)}
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
          className={`size-3.5 shrink-0 ${direction === 'none' ? `absolute hidden bg-sunken group-focus-within/head:block group-hover/head:block ${numeric ? 'left-8' : 'right-9'}` : 'text-accent'}`}
        />
      </button>
      {filter && <HeadFilter entity={entity} filter={filter} state={state} numeric={numeric} />}
      <ResizeHandle width={width} onResize={onResize} />
    </th>
  )
}

export const ActionsHeader = ({ width }: { width: number }) => (
  <>
    <td aria-hidden className="flex-1" />
    <th
      role="columnheader"
      scope="col"
      className="sticky right-0 z-2 flex items-center border-l border-line bg-sunken px-3 text-sm font-medium text-muted"
      style={{ width }}
    >
      <span className={width === compactActionsWidth ? 'sr-only' : ''}>Handlinger</span>
    </th>
  </>
)
