import { ActionMenu } from '../action-menu.tsx'
import type { RowAction } from './list-props.ts'

type Props<Row> = {
  row: Row
  /** What the row is called. */
  name: string
  actions: readonly RowAction<Row>[]
  tabIndex: number
}

/** The actions of a row behind one button, where there is no room for a button each. */
export const RowMenu = <Row,>({ row, name, actions, tabIndex }: Props<Row>) => (
  <ActionMenu
    label={`Handlinger for ${name}`}
    tabIndex={tabIndex}
    actions={actions.map((action) => ({ ...action, onSelect: () => action.onSelect(row) }))}
  />
)
