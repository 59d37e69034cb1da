/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the layout (flex) takes the roles of a table away: they are given back here */
import { memo } from 'react'
import type { RowAction } from './list-props.ts'
import { columnText, type Column } from './column.ts'
import { RowActions } from './row-actions.tsx'

export const rowHeight = 44

type Props<Row> = {
  row: Row | undefined
  index: number
  start: number
  columns: readonly Column<Row>[]
  widths: readonly number[]
  actions: readonly RowAction<Row>[]
  actionsWidth: number
  /** The one row that the Tab key reaches. */
  active: boolean
  onOpen: ((row: Row) => void) | undefined
}

const Row_ = <Row,>(props: Props<Row>) => {
  const { row, index, start, columns, widths, actions, actionsWidth, active, onOpen } = props
  return (
    <tr
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      tabIndex={active ? 0 : -1}
      className={`group absolute top-0 scroll-mt-10 left-0 flex w-full border-b border-line bg-surface outline-offset-[-2px] hover:bg-hover ${onOpen ? 'cursor-pointer' : ''}`}
      style={{ height: rowHeight, transform: `translateY(${start}px)` }}
      onClick={() => row && onOpen?.(row)}
    >
      {columns.map((column, at) => (
        <td
          key={column.key}
          role="gridcell"
          data-column={column.key}
          className={`flex shrink-0 items-center bg-surface px-3 group-hover:bg-hover ${column.numeric ? 'justify-end tabular-nums' : ''} ${at === 0 ? 'left-0 z-1 font-medium md:sticky' : ''}`}
          style={{ width: widths[at] }}
        >
          {row ? (
            <span data-fit className="min-w-0 truncate" title={columnText(column, row)}>
              {(column.show?.(row) ?? columnText(column, row)) || (at === 0 ? '–' : '')}
            </span>
          ) : (
            <span className="h-3 w-2/3 animate-pulse rounded-sm bg-line" />
          )}
        </td>
      ))}
      {actionsWidth > 0 && (
        <>
          <td aria-hidden className="flex-1" />
          <RowActions
            row={row}
            name={row && columns[0] ? columnText(columns[0], row) : ''}
            actions={actions}
            width={actionsWidth}
            active={active}
          />
        </>
      )}
    </tr>
  )
}

/** Rows are many and change seldom. */
export const DataRow = memo(Row_) as typeof Row_
