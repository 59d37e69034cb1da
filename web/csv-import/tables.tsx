import { Fragment, type ReactNode } from 'react'
import type { Problem, ChangedField, ChangedPrice } from '#contracts/csv/answer.ts'
import type { Value } from '#contracts/fields.ts'
import { count, number } from '../lib/format.ts'

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

/** As many rows as anyone reads; the rest is in the file with the faults. */
const most = 100

/** What scrolls must be within reach of the keyboard. */
const reachable = { tabIndex: 0 }

const padding = 'px-2 py-1.5 sm:px-3'
const amount = 'text-right tabular-nums whitespace-nowrap'

const Table = ({ title, heads, amounts = [], total, rows, urgent = false }: TableProps) => (
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
                className={`${padding} font-medium whitespace-nowrap first:w-16 ${amounts.includes(head) ? 'text-right' : ''}`}
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

type Of<Row> = { total: number; of: readonly Row[] }

export const ProblemTable = ({ title, total, of }: Of<Problem> & { title: string }) => (
  <Table
    title={title}
    heads={['Linje', 'Kolonne', 'Verdi', 'Hva er galt']}
    total={total}
    rows={of.map(({ line, column, value, message }) => [line, column, value, message])}
  />
)

const prices = new Intl.NumberFormat('nb-NO', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
})
const percent = (value: number) => `${value > 0 ? '+' : ''}${number(value)}\u00a0%`

const text = (value: Value): ReactNode => {
  if (Array.isArray(value)) return text(value.join(', '))
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nei'
  if (typeof value === 'number') return number(value)
  return (value as string | null) || <span className="text-muted">–</span>
}

const priceText = (what: ChangedPrice['what'], value: string | number | null) => {
  if (what !== 'Kostpris' && what !== 'Listepris') return text(value)
  if (value === null) return <span className="text-muted">ingen pris</span>
  return typeof value === 'number' ? prices.format(value) : value
}

type SubjectProps = { title: string; what: string; warning?: string | null }

const Subject = ({ title, what, warning }: SubjectProps) => (
  <>
    {title}
    <span className="block text-muted">{what}</span>
    {warning && <span className="block text-warning">{warning}</span>}
  </>
)

const heads = ['Linje', 'Gjelder', 'Fra', 'Til']

/** Those that somebody should look at come first. */
export const PriceTable = ({ total, of }: Of<ChangedPrice>) => (
  <Table
    title="Prisendringer"
    heads={heads}
    amounts={['Fra', 'Til']}
    total={total}
    urgent={of.some(({ warning }) => warning)}
    rows={of
      .toSorted((a, b) => Number(!a.warning) - Number(!b.warning))
      .map((change) => [
        change.line,
        <Subject key="subject" {...change} />,
        priceText(change.what, change.from),
        <Fragment key="to">
          {priceText(change.what, change.to)}
          {change.percent !== null && (
            <span className="block text-muted">{percent(change.percent)}</span>
          )}
        </Fragment>,
      ])}
  />
)

export const ChangeTable = ({ total, of }: Of<ChangedField>) => (
  <Table
    title="Andre endringer"
    heads={heads}
    total={total}
    rows={of.map(({ line, title, field, from, to }) => [
      line,
      <Subject key="subject" title={title} what={field} />,
      text(from),
      text(to),
    ])}
  />
)
