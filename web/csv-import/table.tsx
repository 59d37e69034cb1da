import type { ReactNode } from 'react'
import { count } from '../lib/format.ts'

type TableProps = {
  title: string
  heads: readonly string[]
  /** Headings of columns of amounts, which stand under each other. */
  amounts?: readonly string[]
  /** How many there are, of which `rows` are the first. */
  total: number
  rows: readonly (readonly ReactNode[])[]
  /** Something in it must be seen, however long it is. */
  urgent?: boolean
}

/** The rest is in the file with the faults. */
const most = 100

/** What scrolls must be within reach of the keyboard. */
const reachable = { tabIndex: 0 }

const padding = 'px-2 py-1.5 sm:px-3'
const amount = 'text-right tabular-nums whitespace-nowrap'

/** A list that can be folded away, with as many rows as anyone reads. */
export const Table = ({ title, heads, amounts = [], total, rows, urgent = false }: TableProps) => (
  <details open={urgent || (total > 0 && total <= 10)} className="panel overflow-hidden">
    <summary className="px-3 py-2 font-medium">
      {title} ({count(total)})
    </summary>
    <section
      className="max-h-80 overflow-auto border-t border-line"
      aria-label={title}
      {...reachable}
    >
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
          {rows.slice(0, most).map((cells, at) => (
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
      {total > most && (
        <p className="border-t border-line px-3 py-2 text-sm text-muted">
          Viser de første {count(Math.min(most, rows.length))} av {count(total)}
        </p>
      )}
    </section>
  </details>
)
