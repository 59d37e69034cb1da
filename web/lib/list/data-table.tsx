/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the layout (block, flex) takes the roles of a table away: they are given back here */
/* oxlint-disable react/incompatible-library -- no compiler here that could be misled */
import { useVirtualizer, defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import {
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type ColumnSizingState,
} from '@tanstack/react-table'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { DataListProps } from './list-props.ts'
import type { Column } from './column.ts'
import { ColumnHeader } from './column-header.tsx'
import { DataRow, rowHeight } from './data-row.tsx'
import { actionsColumn, actionsWidth, compactActionsWidth, minWidth } from './sizes.ts'
import { readStored, writeStored } from './stored.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useWidth } from './use-width.ts'

const features = tableFeatures({
  columnVisibilityFeature,
  columnSizingFeature,
  columnResizingFeature,
})
type TableFeatures = typeof features

const overscan = 6

/** The table library keeps the columns. Rows stay with the view, which may be a server's. */
const rowsElsewhere: readonly never[] = []

/** Widths as chosen; the first column takes what the others leave, until its own width is chosen. */
const useDefinitions = <Row,>(
  columns: readonly Column<Row>[],
  hidden: readonly string[],
  room: number,
) =>
  useMemo((): ColumnDef<TableFeatures, Row & object>[] => {
    const shown = columns.filter(({ key }) => !hidden.includes(key))
    const taken = shown.slice(1).reduce((sum, { width = 160 }) => sum + width, 0)
    return columns.map((column) => ({
      id: column.key,
      accessorFn: column.value,
      size:
        column === shown[0] ? Math.max(column.width ?? 240, room - taken) : (column.width ?? 160),
      minSize: minWidth,
    }))
  }, [columns, hidden, room])

/** Only the rows in sight exist: the table library sees a window of them, however many there are. */
export const DataTable = <Row extends { readonly id: number | string }>({
  name,
  items,
  state,
  view,
  columns,
  actions = [],
  onOpen,
}: DataListProps<Row>) => {
  const scroller = useRef<HTMLDivElement>(null)
  const width = useWidth(scroller)
  const [sizes, setSizes] = useState<ColumnSizingState>(() => readStored(name).widths)
  const forActions = actionsWidth(actions.length, width)
  const definitions = useDefinitions(columns, state.hidden, width - forActions)
  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns])
  const keys = useGridKeys(scroller, view.count, (index) => {
    const row = view.at(index)
    if (row) onOpen?.(row)
  })

  const virtual = useVirtualizer({
    count: view.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    // The row with the focus stays, wherever one scrolls: else the keyboard would lose its place.
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), keys.active])]
        .filter((index) => index < view.count)
        .toSorted((a, b) => a - b),
  })
  const inSight = virtual.getVirtualItems()
  const [first, last] = [inSight[0]?.index ?? 0, inSight.at(-1)?.index ?? 0]
  const { want } = view
  useEffect(() => want?.(first, last), [want, first, last])
  useEffect(() => writeStored(name, { widths: sizes }), [name, sizes])

  const columnVisibility = Object.fromEntries(state.hidden.map((key) => [key, false]))
  const table = useTable<TableFeatures, Row & object>({
    features,
    columns: definitions,
    data: rowsElsewhere as readonly (Row & object)[],
    columnResizeMode: 'onChange',
    state: { columnVisibility, columnSizing: sizes },
    onColumnSizingChange: setSizes,
  })
  const leaves = table.getVisibleLeafColumns()
  const layout = JSON.stringify(leaves.map((leaf) => [leaf.id, leaf.getSize()]))
  // The same arrays as long as nothing moved: rows that did not change are not drawn again.
  const { shown, widths } = useMemo(() => {
    const parts = JSON.parse(layout) as [string, number][]
    return { shown: parts.map(([key]) => byKey.get(key)!), widths: parts.map(([, size]) => size) }
  }, [layout, byKey])
  const total = widths.reduce((sum, size) => sum + size, forActions)

  return (
    <div
      ref={scroller}
      className="panel relative max-h-[calc(100dvh-4rem)] min-h-0 overflow-auto md:max-h-full"
    >
      <table
        role="grid"
        aria-label={items}
        aria-rowcount={view.count + 1}
        aria-colcount={leaves.length + (forActions > 0 ? 1 : 0)}
        className="block min-w-full text-left"
        style={{ width: total }}
      >
        <thead role="rowgroup" className="sticky top-0 z-10 block">
          <tr role="row" aria-rowindex={1} className="flex h-10 border-b border-line bg-sunken">
            {table.getHeaderGroups()[0]?.headers.map((header, index) => (
              <ColumnHeader
                key={header.id}
                column={shown[index]!}
                width={widths[index]!}
                pinned={index === 0}
                state={state}
                resizing={header.column.getIsResizing()}
                onResizeStart={header.getResizeHandler()}
                onResize={(size) => setSizes((before) => ({ ...before, [header.id]: size }))}
              />
            ))}
            {forActions > 0 && (
              <>
                <td aria-hidden className="flex-1" />
                <th
                  role="columnheader"
                  scope="col"
                  className="sticky right-0 z-2 flex items-center border-l border-line bg-sunken px-3 text-sm font-medium text-muted"
                  style={{ width: forActions }}
                >
                  <span className={forActions === compactActionsWidth ? 'sr-only' : ''}>
                    {actionsColumn}
                  </span>
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          className="relative block"
          style={{ height: virtual.getTotalSize() }}
          {...keys.handlers}
        >
          {inSight.map(({ index, start }) => (
            <DataRow
              key={view.at(index)?.id ?? `#${index}`}
              row={view.at(index)}
              index={index}
              start={start}
              columns={shown}
              widths={widths}
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
