import { Fragment, type ComponentProps, type ReactNode } from 'react'
import type { Problem, ChangedField, ChangedPrice } from '#contracts/csv/answer.ts'
import type { Value } from '#contracts/fields.ts'
import { day, number, price } from '../lib/format.ts'
import { RecordLinkInNewTab } from '../lib/record-link.tsx'
import { Table } from './table.tsx'

type Of<Row> = { total: number; of: readonly Row[] }
type Imported = {
  entity: string
  /** Rows are selected records, not lines of a file. */
  isSelection?: boolean
}

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

type SubjectProps = Pick<Imported, 'entity'> & {
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

type ChangesProps = Pick<
  ComponentProps<typeof Table>,
  'title' | 'amounts' | 'total' | 'urgent' | 'rows'
> & {
  isSelection: boolean | undefined
}

const Changes = ({ isSelection = false, rows, ...table }: ChangesProps) => (
  <Table
    {...table}
    heads={isSelection ? heads.slice(1) : heads}
    rows={isSelection ? rows.map((cells) => cells.slice(1)) : rows}
  />
)

export const PriceTable = ({ total, of, entity, isSelection }: Of<ChangedPrice> & Imported) => (
  <Changes
    title="Prisendringer"
    amounts={['Fra', 'Til']}
    total={total}
    urgent={of.some(({ warning }) => warning)}
    isSelection={isSelection}
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

type Change = ChangedField & { readonly validFrom?: string | undefined }

export const changeRows = (entity: string, changes: readonly Change[]) =>
  changes.map(({ field, ...change }) => [
    change.line,
    <Subject key="subject" entity={entity} what={field} {...change} />,
    text(change.from),
    text(change.to),
  ])

export const ChangeTable = ({ total, of, entity, isSelection }: Of<ChangedField> & Imported) => (
  <Changes
    title="Andre endringer"
    total={total}
    isSelection={isSelection}
    rows={changeRows(entity, of)}
  />
)
