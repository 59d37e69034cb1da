import { Fragment, type ReactNode } from 'react'
import type { ChangedPrice, ImportAnswer, PlannedChange, Problem } from '#contracts/csv/answer.ts'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import type { Value } from '#contracts/fields.ts'
import { day, number, price } from '../lib/format.ts'
import { RecordLinkInNewTab } from '../lib/record-link.tsx'
import { Table } from './table.tsx'

export type Result = { job: JobAnswer; answer: ImportAnswer }

/** The rows of a bulk change are selected records, and have no lines of a file. */
const withoutLine = <Cell,>({ kind }: JobAnswer, cells: readonly Cell[]): readonly Cell[] =>
  kind === 'bulk' ? cells.slice(1) : cells

type ProblemsProps = { job: JobAnswer; title: string; total: number; of: readonly Problem[] }

export const ProblemTable = ({ job, title, total, of }: ProblemsProps) =>
  job.kind === 'import' ? (
    <Table
      title={title}
      heads={['Linje', 'Kolonne', 'Verdi', 'Hva er galt']}
      total={total}
      rows={of.map(({ line, column, value, message }) => [line, column, value, message])}
    />
  ) : (
    <Table
      title={title}
      heads={['Gjelder', 'Hva']}
      total={total}
      urgent
      rows={of.map(({ record, value, column, message }) => [
        record && record.title !== '' ? (
          <RecordLinkInNewTab key="record" to={job.entity} id={record.id}>
            {record.title}
          </RecordLinkInNewTab>
        ) : (
          `Nr. ${value}`
        ),
        column ? `${column}: ${message}` : message,
      ])}
    />
  )

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
  return typeof value === 'number' ? price(value) : value
}

type SubjectProps = {
  entity: string
  id: number
  title: string
  what: string
  warning?: string | null
  validFrom?: string | undefined
}

const Subject = ({ entity, id, title, what, warning, validFrom }: SubjectProps) => (
  <>
    <RecordLinkInNewTab to={entity} id={id}>
      {title}
    </RecordLinkInNewTab>
    <span className="block text-muted">
      {what}
      {validFrom && ` fra ${day(validFrom)}`}
    </span>
    {warning && <span className="block text-warning">{warning}</span>}
  </>
)

export const heads = ['Linje', 'Gjelder', 'Fra', 'Til']

export const PriceTable = ({ job, answer: { priceChanges, priceChangeCount } }: Result) => (
  <Table
    title="Prisendringer"
    heads={withoutLine(job, heads)}
    amounts={['Fra', 'Til']}
    total={priceChangeCount}
    urgent={priceChanges.some(({ warning }) => warning)}
    rows={priceChanges
      .toSorted((a, b) => Number(!a.warning) - Number(!b.warning))
      .map((change) =>
        withoutLine<ReactNode>(job, [
          change.line,
          <Subject key="subject" entity={job.entity} {...change} />,
          priceText(change.what, change.from),
          <Fragment key="to">
            {priceText(change.what, change.to)}
            {change.percent !== null && (
              <span className="block text-muted">{percent(change.percent)}</span>
            )}
          </Fragment>,
        ]),
      )}
  />
)

export const changeRows = (job: JobAnswer, changes: readonly PlannedChange[]) =>
  changes.map(({ field, ...change }) =>
    withoutLine<ReactNode>(job, [
      change.line,
      <Subject key="subject" entity={job.entity} what={field} {...change} />,
      text(change.from),
      text(change.to),
    ]),
  )

export const ChangeTable = ({ job, answer: { changes, changeCount } }: Result) => (
  <Table
    title="Andre endringer"
    heads={withoutLine(job, heads)}
    total={changeCount}
    rows={changeRows(job, changes)}
  />
)
