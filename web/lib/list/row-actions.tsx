/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the layout (flex) takes the roles of a table away: they are given back here */
import { IconButton } from '../button.tsx'
import { Tooltip } from '../tooltip.tsx'
import type { RowAction } from './list-props.ts'
import { RowMenu } from './row-menu.tsx'
import { compactActionsWidth } from './sizes.ts'

type Props<Row> = {
  row: Row | undefined
  /** What the row is called. */
  name: string
  actions: readonly RowAction<Row>[]
  width: number
  /** The one row that the Tab key reaches. */
  active: boolean
}

/** The last cell of a row, in sight wherever the list is scrolled to. */
export const RowActions = <Row,>({ row, name, actions, width, active }: Props<Row>) => {
  const fitting = row === undefined ? [] : actions.filter(({ fits }) => fits?.(row) ?? true)
  const tabIndex = active ? 0 : -1
  return (
    <td
      role="gridcell"
      className="sticky right-0 z-2 flex items-center gap-0.5 border-l border-line bg-surface px-2 group-hover:bg-hover"
      style={{ width }}
      onClick={(event) => event.stopPropagation()}
    >
      {row &&
        (width === compactActionsWidth ? (
          <RowMenu row={row} name={name} actions={fitting} tabIndex={tabIndex} />
        ) : (
          fitting.map(({ label, icon, onSelect, destructive = false }) => (
            <Tooltip key={label} text={label}>
              <IconButton
                label={label}
                icon={icon}
                destructive={destructive}
                tabIndex={tabIndex}
                onClick={() => onSelect(row)}
              />
            </Tooltip>
          ))
        ))}
    </td>
  )
}
