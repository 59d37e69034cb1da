import type { ImportAnswer, ImportSummary, Problem } from '#contracts/csv/answer.ts'
import type { JobAnswer, UndoAnswer } from '#contracts/csv/job-answer.ts'
import { ChangeTable, PriceTable } from '../csv-import/result-tables.tsx'
import { Table, Tiles } from '../csv-import/table.tsx'
import { RecordLinkInNewTab } from '../lib/record-link.tsx'
import { undoneText } from './choices.ts'

type Tile = readonly [key: keyof ImportSummary, to: string, done: string]

const changed: readonly Tile[] = [
  ['updated', 'Endres', 'Endret'],
  ['unchanged', 'Uendret', 'Uendret'],
  ['failed', 'Kan ikke endres', 'Kunne ikke endres'],
]
const deleted: readonly Tile[] = [
  ['deleted', 'Slettes', 'Slettet'],
  ['failed', 'Kan ikke slettes', 'Kunne ikke slettes'],
]

export const affected = ({ summary }: ImportAnswer): number => summary.deleted ?? summary.updated

const titleOf = ({ state, answer }: JobAnswer): string => {
  if (answer?.dryRun)
    return affected(answer) > 0
      ? 'Dette vil skje. Ingenting er skrevet ennå.'
      : 'Ingenting vil skje. Ingenting er skrevet.'
  return state === 'cancelled' ? 'Avbrutt. Det som er gjort, står.' : 'Dette er gjort.'
}

type ProblemProps = { title: string; entity: string; total: number; of: readonly Problem[] }

/** Links open in a new tab, since leaving the page would lose the dialog. */
const ProblemTable = ({ title, entity, total, of }: ProblemProps) => (
  <Table
    title={title}
    heads={['Gjelder', 'Hva']}
    total={total}
    urgent
    rows={of.map(({ record, value, column, message }) => [
      record && record.title !== '' ? (
        <RecordLinkInNewTab key="record" to={entity} id={record.id}>
          {record.title}
        </RecordLinkInNewTab>
      ) : (
        `Nr. ${value}`
      ),
      column ? `${column}: ${message}` : message,
    ])}
  />
)

type UndoneProps = { entity: string; undo: UndoAnswer }

/** The records that were restored, and those kept because somebody has changed them since. */
const Undone = ({ entity, undo: { restored, kept, keptCount } }: UndoneProps) => (
  <section className="flex flex-col gap-3" aria-live="polite">
    <h3 className="font-medium">{undoneText({ restored, keptCount })}</h3>
    <ProblemTable
      title="Står som de er"
      entity={entity}
      total={keptCount}
      of={kept.map(({ line, id, title, reason }) => ({
        line,
        column: '',
        value: String(id),
        message: reason,
        record: { id, title },
      }))}
    />
  </section>
)

type Props = { job: JobAnswer; answer: ImportAnswer }

export const BulkResult = ({ job, answer }: Props) => {
  const { summary, dryRun } = answer
  const { entity, state, undo } = job
  if (state === 'undone' && undo) return <Undone entity={entity} undo={undo} />
  const tiles = (summary.deleted === undefined ? changed : deleted).map(
    ([key, to, done]) => [key, dryRun ? to : done, summary[key] ?? 0] as const,
  )
  const [, failed] = tiles.at(-1)!
  return (
    <section className="flex flex-col gap-3" aria-live="polite">
      <h3 className="font-medium">{titleOf(job)}</h3>
      <Tiles look="auto-cols-fr grid-flow-col" tiles={tiles} />
      <ProblemTable title={failed} entity={entity} total={summary.failed} of={answer.errors} />
      <PriceTable
        isSelection
        entity={entity}
        total={answer.priceChangeCount}
        of={answer.priceChanges}
      />
      <ChangeTable isSelection entity={entity} total={answer.changeCount} of={answer.changes} />
      <ProblemTable
        title="Advarsler"
        entity={entity}
        total={answer.warningCount}
        of={answer.warnings}
      />
    </section>
  )
}
