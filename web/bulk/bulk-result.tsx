import type { ImportAnswer, JobAnswer, Problem } from '#contracts/csv/answer.ts'
import { ChangeTable, PriceTable } from '../csv-import/result-tables.tsx'
import { Table } from '../csv-import/table.tsx'
import { count } from '../lib/format.ts'
import { RecordLinkAside } from '../lib/record-link.tsx'
import { isListed } from '../lib/records.ts'

const tiles = [
  ['updated', 'Endres', 'Endret'],
  ['unchanged', 'Uendret', 'Uendret'],
  ['failed', 'Kan ikke', 'Kunne ikke'],
] as const

const titleOf = ({ state, answer }: JobAnswer): string => {
  if (answer?.dryRun)
    return answer.summary.updated > 0
      ? 'Dette vil skje. Ingenting er skrevet ennå.'
      : 'Ingenting ville blitt endret. Ingenting er skrevet.'
  return state === 'cancelled' ? 'Avbrutt. Det som er gjort, står.' : 'Dette er gjort.'
}

type ProblemProps = { title: string; entity: string; total: number; of: readonly Problem[] }

/** Each with its record as a link, in another tab. */
const ProblemTable = ({ title, entity, total, of }: ProblemProps) => (
  <Table
    title={title}
    heads={['Gjelder', 'Hva']}
    total={total}
    urgent
    rows={of.map(({ record, value, column, message }) => [
      record && record.title !== '' && isListed(entity) ? (
        <RecordLinkAside key="record" to={entity} id={record.id}>
          {record.title}
        </RecordLinkAside>
      ) : (
        `Nr. ${value}`
      ),
      column ? `${column}: ${message}` : message,
    ])}
  />
)

type Props = { job: JobAnswer; answer: ImportAnswer }

/** What a change of many records will do, or did. */
export const BulkResult = ({ job, answer }: Props) => {
  const { summary, dryRun } = answer
  const { entity } = job
  return (
    <section className="flex flex-col gap-3" aria-live="polite">
      <h3 className="font-medium">{titleOf(job)}</h3>
      <dl className="grid grid-cols-3 gap-2">
        {tiles.map(([key, to, done]) => (
          <div key={key} className="panel flex flex-col-reverse px-3 py-2">
            <dt className="text-sm text-muted">{dryRun ? to : done}</dt>
            <dd
              className={`text-xl font-semibold tabular-nums ${key === 'failed' && summary.failed > 0 ? 'text-danger' : ''}`}
            >
              {count(summary[key])}
            </dd>
          </div>
        ))}
      </dl>
      {summary.failed > 0 && (
        <ProblemTable title="Kan ikke" entity={entity} total={summary.failed} of={answer.errors} />
      )}
      {answer.priceChangeCount > 0 && (
        <PriceTable
          isSelection
          entity={entity}
          total={answer.priceChangeCount}
          of={answer.priceChanges}
        />
      )}
      {answer.changeCount > 0 && (
        <ChangeTable isSelection entity={entity} total={answer.changeCount} of={answer.changes} />
      )}
      {answer.warningCount > 0 && (
        <ProblemTable
          title="Advarsler"
          entity={entity}
          total={answer.warningCount}
          of={answer.warnings}
        />
      )}
    </section>
  )
}
