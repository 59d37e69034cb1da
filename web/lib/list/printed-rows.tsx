import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { PlainColumn } from '../plain-table.tsx'
import { PrintTable } from '../print-page.tsx'
import { useWindowEvent } from '../use-window-event.ts'
import {
  columnText,
  type Column,
  type DataListProps,
  type Identified,
  type View,
} from './list-props.ts'
import { PrintNote } from './print-note.tsx'

const onPaper = <Row,>(column: Column<Row>): PlainColumn<Row> => ({
  head: column.label,
  cell: (row) => column.show?.(row) ?? columnText(column, row),
  numeric: column.numeric,
})

/** More columns are too narrow on an upright sheet. */
const mostUpright = 6

type Run<Row> = { readonly first: number; readonly rows: readonly Row[] }

/** Without a gap: of a list that the server pages, one or two pages. */
const loadedIn = <Row,>(view: View<Row>): Run<Row> => {
  const all = Array.from({ length: view.count }, (_, index) => view.at(index))
  const first = all.findIndex((row) => row !== undefined)
  const end = all.indexOf(undefined, first)
  return { first, rows: all.slice(first, end < 0 ? all.length : end) as Row[] }
}

/** On paper: the rows that were loaded when printing began, with the headings on every page. */
export const PrintedRows = <Row extends Identified>(
  props: DataListProps<Row> & { shown: readonly Column<Row>[] },
) => {
  const [run, setRun] = useState<Run<Row> | null>(null)
  useWindowEvent('beforeprint', () => flushSync(() => setRun(loadedIn(props.view))))
  useWindowEvent('afterprint', () => setRun(null))
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
