import { Fragment, type ReactNode } from 'react'
import type { Problem, ChangedField, ChangedPrice } from '#contracts/csv/answer.ts'
import type { Value } from '#contracts/fields.ts'
import { day, number, price } from '../lib/format.ts'
import { RecordLinkAside } from '../lib/record-link.tsx'
import { isListed } from '../lib/records.ts'
import { Table } from './table.tsx'

type Of<Row> = { total: number; of: readonly Row[] }
type Imported = { entity: string }

export const ProblemTable = ({ title, total, of }: Of<Problem> & { title: string }) => (
  <Table
    title={title}
    heads={['Linje', 'Kolonne', 'Verdi', 'Hva er galt']}
    total={total}
    rows={of.map(({ line, column, value, message }) => [line, column, value, message])}
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

type SubjectProps = Imported & {
  id: number
  title: string
  what: string
  warning?: string | null
  validFrom?: string | undefined
}

const Subject = ({ entity, id, title, what, warning, validFrom }: SubjectProps) => (
  <>
    {isListed(entity) ? (
      <RecordLinkAside to={entity} id={id}>
        {title}
      </RecordLinkAside>
    ) : (
      title
    )}
    <span className="block text-muted">
      {what}
      {validFrom && ` fra ${day(validFrom)}`}
    </span>
    {warning && <span className="block text-warning">{warning}</span>}
  </>
)

const heads = ['Linje', 'Gjelder', 'Fra', 'Til']

/** Those that somebody should look at come first. */
export const PriceTable = ({ total, of, entity }: Of<ChangedPrice> & Imported) => (
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
        <Subject key="subject" entity={entity} {...change} />,
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

export const ChangeTable = ({ total, of, entity }: Of<ChangedField> & Imported) => (
  <Table
    title="Andre endringer"
    heads={heads}
    total={total}
    rows={of.map(({ line, id, title, field, from, to }) => [
      line,
      <Subject key="subject" entity={entity} id={id} title={title} what={field} />,
      text(from),
      text(to),
    ])}
  />
)
