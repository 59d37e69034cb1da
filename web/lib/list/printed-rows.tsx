import type { PlainColumn } from '../plain-table.tsx'
import { PrintTable } from '../print-page.tsx'
import { columnText, type Column, type DataListProps, type Identified } from './list-props.ts'
import { PrintNote } from './print-note.tsx'
import { usePrintedRun } from './printed-run.ts'

const onPaper = <Row,>(column: Column<Row>): PlainColumn<Row> => ({
  head: column.label,
  cell: (row) => column.show?.(row) ?? columnText(column, row),
  numeric: column.numeric,
})

/** More columns are too narrow on an upright sheet. */
const mostUpright = 6

/** On paper: the rows that were loaded when printing began, with the headings on every page. */
export const PrintedRows = <Row extends Identified>(
  props: DataListProps<Row> & { shown: readonly Column<Row>[] },
) => {
  const run = usePrintedRun(props.view)
  if (!run) return null
  return (
    <div
      className={`print-page print-list ${props.shown.length > mostUpright ? 'print-wide' : ''}`}
    >
      <PrintNote {...props} drawn={run.rows.length} first={run.first} />
      <PrintTable columns={props.shown.map(onPaper)} rows={run.rows} />
    </div>
  )
}
