import type { ReactNode } from 'react'
import { count } from '../lib/format.ts'
import { ScrollRegion } from '../lib/scroll-region.tsx'

type RowsProps = {
  title: string
  heads: readonly string[]
  /** Headings of right-aligned amount columns. */
  amounts?: readonly string[]
  rows: readonly (readonly ReactNode[])[]
  children?: ReactNode
}

/** The file with errors, or the list of all changes, has the rest. */
export const most = 100

const padding = 'px-2 py-1.5 sm:px-3'
const amount = 'text-right tabular-nums whitespace-nowrap'

export const panel = 'panel overflow-hidden'
export const summary = 'px-3 py-2 font-medium'

export const Rows = ({ title, heads, amounts = [], rows, children }: RowsProps) => (
  <ScrollRegion label={title} className="max-h-80 overflow-auto border-t border-line">
    <table className="w-full text-left text-sm">
      <thead className="sticky top-0 bg-sunken text-muted">
        <tr>
          {heads.map((head) => (
            <th
              key={head}
              scope="col"
              className={`${padding} font-medium whitespace-nowrap ${head === 'Linje' ? 'w-16' : ''} ${amounts.includes(head) ? 'text-right' : ''}`}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, at) => (
          <tr key={at} className="border-t border-line align-top">
            {cells.map((cell, column) => (
              <td
                key={heads[column]}
                className={`${padding} ${amounts.includes(heads[column]!) ? amount : 'break-words'}`}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    {children}
  </ScrollRegion>
)

type TableProps = Omit<RowsProps, 'children'> & {
  /** The total number; `rows` may have only the first ones. */
  total: number
  /** Starts open, however long the table is. */
  urgent?: boolean
}

/** A collapsible table; renders nothing without rows. */
export const Table = ({ total, urgent = false, ...list }: TableProps) =>
  total > 0 && (
    <details open={urgent || total <= 10} className={panel}>
      <summary className={summary}>
        {list.title} ({count(total)})
      </summary>
      <Rows {...list} rows={list.rows.slice(0, most)}>
        {total > most && (
          <p className="border-t border-line px-3 py-2 text-sm text-muted">
            Viser de første {count(Math.min(most, list.rows.length))} av {count(total)}
          </p>
        )}
      </Rows>
    </details>
  )
