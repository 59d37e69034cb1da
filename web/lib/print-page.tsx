import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import type { PlainColumn } from './plain-table.tsx'
import { usePrinted } from './use-printed.ts'
import './print.css'

export const PrintButton = ({ disabled }: { disabled?: boolean }) => (
  <Button icon={<Printer />} disabled={disabled} onClick={() => print()}>
    Skriv ut
  </Button>
)

/** The printed page; rendered only while the browser prints. */
export const PrintPage = ({ children }: { children: (printedAt: string) => ReactNode }) => {
  const printedAt = usePrinted(() => new Date().toISOString())
  if (!printedAt) return null
  return createPortal(<div className="print-page">{children(printedAt)}</div>, document.body)
}

type TableProps<Row> = {
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  /** Emphasises the row: it is a sum or a parent. */
  isAbove?: (row: Row) => boolean
  children?: ReactNode
}

export const PrintTable = <Row,>({ columns, rows, isAbove, children }: TableProps<Row>) => (
  <table>
    <thead>
      <tr>
        {columns.map(({ head, numeric }) => (
          <th key={head} className={numeric ? 'print-number' : ''}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, at) => (
        <tr key={at} className={isAbove?.(row) ? 'print-above' : ''}>
          {columns.map(({ head, cell, numeric, print }) => (
            <td key={head} className={`print-${numeric ? 'number' : (print?.look ?? 'plain')}`}>
              <div>{(print?.cell ?? cell)(row)}</div>
            </td>
          ))}
        </tr>
      ))}
      {children}
    </tbody>
  </table>
)
