import type { ImportAnswer, ImportSummary } from '#contracts/csv/answer.ts'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import { updatedRecords } from '#contracts/csv/outcome-texts.ts'
import { count } from '../lib/format.ts'
import type { Result } from './result-tables.tsx'

type Tile = readonly [key: keyof ImportSummary, to: string, done?: string]

const tiles: Readonly<Record<'import' | 'change' | 'delete', readonly Tile[]>> = {
  import: [
    ['created', 'Nye'],
    ['updated', 'Oppdateres', 'Oppdatert'],
    ['unchanged', 'Uendret'],
    ['skipped', 'Hoppes over', 'Hoppet over'],
    ['failed', 'Feil'],
  ],
  change: [
    ['updated', 'Endres', 'Endret'],
    ['unchanged', 'Uendret'],
    ['failed', 'Kan ikke endres', 'Kunne ikke endres'],
  ],
  delete: [
    ['deleted', 'Slettes', 'Slettet'],
    ['failed', 'Kan ikke slettes', 'Kunne ikke slettes'],
  ],
}

const outcomesOf = ({ kind }: JobAnswer, answer: ImportAnswer) => {
  const { summary, dryRun } = answer
  const counts = { ...summary, updated: updatedRecords(answer) }
  const change = summary.deleted === undefined ? 'change' : 'delete'
  return tiles[kind === 'import' ? kind : change].map(
    ([key, to, done = to]) => [key, dryRun ? to : done, counts[key] ?? 0] as const,
  )
}

export const failedText = (job: JobAnswer, answer: ImportAnswer): string =>
  outcomesOf(job, answer).at(-1)![1]

export const Outcomes = ({ job, answer, isOld }: Result & { isOld: boolean }) => (
  <dl
    className={`grid gap-2 ${job.kind === 'import' ? 'grid-cols-3 sm:grid-cols-5' : 'auto-cols-fr grid-flow-col'} ${isOld ? 'opacity-50' : ''}`}
  >
    {outcomesOf(job, answer).map(([key, label, number]) => (
      <div key={key} className="panel flex flex-col-reverse px-3 py-2">
        <dt className="text-sm text-muted">{label}</dt>
        <dd
          className={`text-xl font-semibold tabular-nums ${key === 'failed' && number > 0 ? 'text-danger' : ''}`}
        >
          {count(number)}
        </dd>
      </div>
    ))}
  </dl>
)
