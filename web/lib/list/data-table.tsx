/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the layout (block, flex) takes the roles of a table away: they are given back here */
/* oxlint-disable react/incompatible-library -- no compiler here that could be misled */
import { useVirtualizer, defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useColumnWidths, useWidth } from './column-widths.ts'
import type { DataListProps, Identified } from './list-props.ts'
import { MarkHeader, marksWidth } from './marks.tsx'
import { useMarks } from './selection.ts'
import { ActionsHeader, ColumnHeader } from './table-header.tsx'
import { rowHeight, TableRow } from './table-row.tsx'
import { useGridKeys } from './use-grid-keys.ts'
import { useVisibleRows } from './use-visible-rows.ts'

/** Only the rows in sight exist, however many there are. */
export const DataTable = <Row extends Identified>(props: DataListProps<Row>) => {
  const { name, items, state, view, columns, entity, actions = [], onOpen } = props
  const scroller = useRef<HTMLDivElement>(null)
  const width = useWidth(scroller)
  const marks = useMarks()
  const forMarks = marks ? marksWidth : 0
  const room = { width, marks: forMarks, actions: actions.length }
  const list = useColumnWidths(name, columns, state.hidden, room)
  const { shown, widths, pinned, forActions, resize } = list
  const pinnedWidth = widths.filter((_, at) => pinned[at] !== undefined)
  const coveredRight = pinnedWidth.reduce((sum, size) => sum + size, forActions)
  const keys = useGridKeys(scroller, view.count, {
    open: (index) => {
      const row = view.at(index)
      if (row) onOpen?.(row)
    },
    mark: (index, isRange) => {
      const row = view.at(index)
      if (row) marks?.mark(row.id, isRange)
    },
    markAll: () => marks?.markAll(),
  })
  const virtual = useVirtualizer({
    count: view.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    // The row with the focus stays, wherever one scrolls: else the keyboard would lose its place.
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), keys.active])]
        .filter((index) => index < view.count)
        .toSorted((a, b) => a - b),
  })
  const inSight = virtual.getVirtualItems()
  useVisibleRows(view, inSight)

  return (
    <div
      ref={scroller}
      className="panel relative max-h-[calc(100dvh-4rem)] min-h-0 overflow-auto md:max-h-full"
      // What gets the focus is scrolled clear of the columns that stay.
      style={{ scrollPaddingInline: `${forMarks + (widths[0] ?? 0)}px ${coveredRight}px` }}
    >
      <table
        role="grid"
        aria-label={items}
        aria-rowcount={view.count + 1}
        aria-colcount={shown.length + (forActions > 0 ? 1 : 0) + (marks ? 1 : 0)}
        {...(marks && { 'aria-multiselectable': true })}
        className="block min-w-full text-left"
        style={{ width: widths.reduce((sum, size) => sum + size, forActions + forMarks) }}
      >
        <thead role="rowgroup" className="sticky top-0 z-10 block">
          <tr role="row" aria-rowindex={1} className="flex h-10 border-b border-line bg-sunken">
            <MarkHeader />
            {shown.map((column, at) => (
              <ColumnHeader
                key={column.key}
                column={column}
                width={widths[at]!}
                at={at}
                pinned={pinned}
                state={state}
                entity={entity}
                onResize={(size) => resize(column.key, size)}
              />
            ))}
            {forActions > 0 && <ActionsHeader width={forActions} />}
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          className="relative block"
          style={{ height: virtual.getTotalSize() }}
          {...keys.handlers}
        >
          {inSight.map(({ index, start }) => (
            <TableRow
              key={view.at(index)?.id ?? `#${index}`}
              row={view.at(index)}
              index={index}
              start={start}
              columns={shown}
              widths={widths}
              pinned={pinned}
              actions={actions}
              actionsWidth={forActions}
              active={index === keys.active}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
