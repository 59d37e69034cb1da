/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   display: flex removes the table roles, so they are set explicitly */
import { ActionMenu } from '../action-menu.tsx'
import { IconButton } from '../button.tsx'
import { Image } from '../image.tsx'
import { highlighted } from '../highlight.tsx'
import { Tooltip } from '../tooltip.tsx'
import { cellStyle, compactActionsWidth, pinnedLook, type Layout } from './column-widths.ts'
import { columnText, type Column, type Identified, type RowAction } from './list-props.ts'
import { MarkCell } from './marks.tsx'
import { useMarks } from './selection.ts'

export const rowHeight = 44

type Props<Row extends Identified> = {
  row: Row | undefined
  index: number
  start: number
  layout: Layout<Row>
  actions: readonly RowAction<Row>[]
  /** This row has the tab stop. */
  active: boolean
  onOpen: ((row: Row) => void) | undefined
}

const Actions = <Row extends Identified>(props: Props<Row> & { row: Row }) => {
  const { row, layout, actions, active } = props
  const fitting = actions.filter(({ fits }) => fits?.(row) ?? true)
  const tabIndex = active ? 0 : -1
  const name = layout.nameOf(row)
  if (layout.actionsWidth === compactActionsWidth)
    return (
      <ActionMenu
        label={`Handlinger for ${name}`}
        tabIndex={tabIndex}
        actions={fitting.map((action) => ({ ...action, onSelect: () => action.onSelect(row) }))}
      />
    )
  return fitting.map(({ label, icon, onSelect, destructive = false }) => (
    <Tooltip key={label} text={label}>
      <IconButton
        label={`${label} ${name}`}
        icon={icon}
        destructive={destructive}
        tabIndex={tabIndex}
        onClick={() => onSelect(row)}
      />
    </Tooltip>
  ))
}

type CellProps<Row> = { row: Row; column: Column<Row>; isFirst: boolean }

const Cell = <Row,>({ row, column, isFirst }: CellProps<Row>) => {
  const text = columnText(column, row)
  const picture = column.image?.(row)
  return (
    <>
      <span
        data-fit
        className={`min-w-0 ${isFirst ? 'line-clamp-2 leading-tight break-words' : 'truncate'}`}
        title={text}
      >
        {highlighted((column.show?.(row) ?? text) || (isFirst ? '–' : ''))}
      </span>
      {picture && <Image src={picture} small className="ml-auto size-8 shrink-0 rounded-sm" />}
    </>
  )
}

type ColumnCellProps<Row extends Identified> = Pick<Props<Row>, 'row' | 'layout'> & { at: number }

const ColumnCell = <Row extends Identified>({ row, layout, at }: ColumnCellProps<Row>) => {
  const { shown, pinned } = layout
  const column = shown[at]!
  const first = `${useMarks() ? 'md:left-11' : 'left-0'} z-1 font-medium md:sticky`
  return (
    <td
      role="gridcell"
      data-column={column.key}
      className={`flex shrink-0 items-center gap-2 bg-surface px-3 group-hover:bg-hover group-aria-selected:bg-accent-soft ${column.numeric ? 'justify-end text-right tabular-nums' : ''} ${at === 0 ? first : ''} ${pinnedLook(pinned, at)}`}
      style={cellStyle(layout, at)}
    >
      {row ? (
        <Cell row={row} column={column} isFirst={at === 0} />
      ) : (
        <span className="h-3 w-2/3 animate-pulse rounded-sm bg-line" />
      )}
    </td>
  )
}

const ActionsCell = <Row extends Identified>(props: Props<Row>) => (
  <>
    <td aria-hidden className="flex-1" />
    <td
      role="gridcell"
      className="sticky right-0 z-2 flex items-center gap-0.5 border-l border-line bg-surface px-2 group-hover:bg-hover group-aria-selected:bg-accent-soft"
      style={{ width: props.layout.actionsWidth }}
      onClick={(event) => event.stopPropagation()}
    >
      {props.row && <Actions {...props} row={props.row} />}
    </td>
  </>
)

export const TableRow = <Row extends Identified>(props: Props<Row>) => {
  const { row, index, start, layout, active, onOpen } = props
  const marks = useMarks()
  return (
    <tr
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      tabIndex={active ? 0 : -1}
      className={`group absolute top-0 scroll-mt-10 left-0 flex w-full border-b border-line bg-surface outline-offset-[-2px] hover:bg-hover aria-selected:bg-accent-soft ${onOpen ? 'cursor-pointer' : ''}`}
      style={{ height: rowHeight, transform: `translateY(${start}px)` }}
      {...(marks && row && { 'aria-selected': marks.ids.has(row.id) })}
      onMouseDown={(event) => {
        // Otherwise a click with Shift would select text.
        if (marks && event.shiftKey) event.preventDefault()
      }}
      onClick={({ target, shiftKey, ctrlKey, metaKey }) => {
        // Let links work normally, also for opening a new tab.
        if (!row || (target as Element).closest('a')) return
        if (marks && (shiftKey || ctrlKey || metaKey)) marks.mark(row.id, shiftKey)
        else onOpen?.(row)
      }}
    >
      <MarkCell row={row} name={row ? layout.nameOf(row) : ''} />
      {layout.shown.map(({ key }, at) => (
        <ColumnCell key={key} row={row} layout={layout} at={at} />
      ))}
      {layout.actionsWidth > 0 && <ActionsCell {...props} />}
    </tr>
  )
}
