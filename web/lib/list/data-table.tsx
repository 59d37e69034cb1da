/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/no-interactive-element-to-noninteractive-role --
   display: block and flex remove the table roles, so they are set explicitly */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, type CSSProperties, type RefObject } from 'react'
import { useLayout } from './column-widths.ts'
import type { DataListProps, Identified } from './list-props.ts'
import { MarkHeader } from './marks.tsx'
import { useScrollAfterPrint } from './print-note.tsx'
import { PrintedRows } from './printed-rows.tsx'
import { useMarks } from './selection.ts'
import { ActionsHeader, ColumnHeader } from './table-header.tsx'
import { rowHeight, TableRow } from './table-row.tsx'
import { useGridKeys } from './use-grid-keys.ts'
import { inSightWith, useScrollToFirst, useVisibleRows } from './use-visible-rows.ts'

type Scroller = RefObject<HTMLDivElement | null>

const useRows = <Row extends Identified>(scroller: Scroller, props: DataListProps<Row>) => {
  const { view, onOpen } = props
  const marks = useMarks()
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
    rangeExtractor: inSightWith(keys.active),
  })
  const inSight = virtual.getVirtualItems()
  useVisibleRows(view, inSight)
  return { inSight, height: virtual.getTotalSize(), keys }
}

export const DataTable = <Row extends Identified>(props: DataListProps<Row>) => {
  const { items, state, view, entity, actions = [], onOpen } = props
  const scroller = useRef<HTMLDivElement>(null)
  useScrollAfterPrint(scroller)
  useScrollToFirst(scroller, state)
  const marks = useMarks()
  const layout = useLayout(scroller, props, marks !== null)
  const { inSight, height, keys } = useRows(scroller, props)
  const hasActions = layout.actionsWidth > 0
  return (
    <>
      <PrintedRows {...props} shown={layout.shown} />
      <div
        ref={scroller}
        // Keeps a focused cell from being hidden under sticky columns, which themselves need no scrolling.
        className="panel relative max-h-[calc(100dvh-4rem)] min-h-0 overflow-auto has-[.unpinned_:focus]:[scroll-padding-inline:var(--covered)] md:max-h-full print:hidden"
        style={{ '--covered': layout.covered } as CSSProperties}
      >
        <table
          role="grid"
          aria-label={items}
          aria-rowcount={view.count + 1}
          aria-colcount={layout.shown.length + Number(hasActions) + Number(marks !== null)}
          {...(marks && { 'aria-multiselectable': true })}
          className="block min-w-full text-left"
          style={{ width: layout.tableWidth }}
        >
          <thead role="rowgroup" className="sticky top-0 z-10 block">
            <tr role="row" aria-rowindex={1} className="flex h-10 border-b border-line bg-sunken">
              <MarkHeader />
              {layout.shown.map(({ key }, at) => (
                <ColumnHeader key={key} layout={layout} at={at} state={state} entity={entity} />
              ))}
              {hasActions && <ActionsHeader width={layout.actionsWidth} />}
            </tr>
          </thead>
          <tbody role="rowgroup" className="relative block" style={{ height }} {...keys.handlers}>
            {inSight.map(({ index, start }) => (
              <TableRow
                key={view.at(index)?.id ?? `#${index}`}
                row={view.at(index)}
                index={index}
                start={start}
                layout={layout}
                actions={actions}
                active={index === keys.active}
                onOpen={onOpen}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
