import { useEffect, useState, type ReactNode } from 'react'
import { createPortal, flushSync } from 'react-dom'
import './print.css'

const usePrintedAt = (): string | null => {
  const [printedAt, setPrintedAt] = useState<string | null>(null)
  useEffect(() => {
    const before = () => flushSync(() => setPrintedAt(new Date().toISOString()))
    const after = () => setPrintedAt(null)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return printedAt
}

/** The printed page; rendered only while the browser prints. */
export const PrintPage = ({ children }: { children: (printedAt: string) => ReactNode }) => {
  const printedAt = usePrintedAt()
  if (!printedAt) return null
  return createPortal(<div className="print-page">{children(printedAt)}</div>, document.body)
}

export type PrintColumn<Row> = {
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  readonly look?: 'print-number' | 'print-code' | undefined
}

type TableProps<Row> = {
  columns: readonly PrintColumn<Row>[]
  rows: readonly Row[]
  /** Emphasises the row: it is a sum or a parent. */
  isAbove?: (row: Row) => boolean
  /** Additional rows. */
  children?: ReactNode
}

export const PrintTable = <Row,>({ columns, rows, isAbove, children }: TableProps<Row>) => (
  <table>
    <thead>
      <tr>
        {columns.map(({ head, look }) => (
          <th key={head} className={look === 'print-number' ? look : ''}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, at) => (
        <tr key={at} className={isAbove?.(row) ? 'print-above' : ''}>
          {columns.map(({ head, cell, look }) => (
            <td key={head} className={look}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
      {children}
    </tbody>
  </table>
)
