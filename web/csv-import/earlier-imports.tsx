import useSWR from 'swr'
import type { JobAnswer, UndoAnswer } from '#contracts/csv/job-answer.ts'
import { canRetryUndo, hasEnded } from '#contracts/csv/job-states.ts'
import type { Entity } from '#contracts/entity.ts'
import { capitalized } from '#contracts/text.ts'
import { Button } from '../lib/button.tsx'
import { count, dateTime } from '../lib/format.ts'
import { NotRead } from '../lib/loaded.tsx'
import { isStopped, jobsPath } from './import-api.ts'
import { undoneText } from './import-texts.ts'

/** A job that failed while checking has written nothing. */
const wroteSomething = (job: JobAnswer) => job.stage !== 'check' && hasEnded(job)

export const useEarlier = ({ name }: Entity, kind: JobAnswer['kind'] = 'import') => {
  const { data, error, mutate } = useSWR<readonly JobAnswer[]>(jobsPath, {
    revalidateOnMount: true,
  })
  const ours = (data ?? []).filter((job) => job.entity === name && job.kind === kind)
  return {
    running: ours.find((job) => !hasEnded(job) && job.state !== 'checking'),
    earlier: { jobs: ours.filter(wroteSomething), error: data ? null : (error as unknown), mutate },
  }
}

const outcome = ({ state, answer, undo, error }: JobAnswer): string => {
  if (state === 'undone' && undo) return `Angret: ${undoneText(undo)}`
  return error ?? answer?.message ?? ''
}

const most = 20

const Kept = ({ kept, keptCount }: UndoAnswer) => (
  <ul className="text-warning">
    {kept.slice(0, most).map(({ line, id, title, reason }) => (
      <li key={`${line} ${id}`} className="break-words">
        {[line > 0 && `Linje ${line}`, title].filter(Boolean).join(', ')}: {capitalized(reason)}
      </li>
    ))}
    {keptCount > most && <li>… og {count(keptCount - Math.min(most, kept.length))} til</li>}
  </ul>
)

type Props = {
  earlier: ReturnType<typeof useEarlier>['earlier']
  onUndo: (job: JobAnswer) => void
  onResume: (job: JobAnswer) => void
  disabled: boolean
}

const words = {
  import: { title: 'Tidligere importer', undo: 'Angre import', one: 'importen' },
  bulk: { title: 'Tidligere endringer av mange', undo: 'Angre', one: 'endringen' },
} as const

const isConfirmed = ({ kind, fileName }: JobAnswer) =>
  confirm(`Er du sikker på at du vil angre ${words[kind].one} av «${fileName}»?`)

const mayUndo = (job: JobAnswer) =>
  canRetryUndo(job) || (job.stage === 'run' && ['done', 'cancelled', 'failed'].includes(job.state))

/** Earlier imports, each with «Angre». An import that stopped with an error is highlighted. */
export const EarlierImports = ({ earlier, onUndo, onResume, disabled }: Props) => {
  const { jobs, ...answer } = earlier
  if (answer.error) return <NotRead {...answer} failed="Kunne ikke hente det som kan angres" />
  return (
    jobs.length > 0 && (
      <details className="panel" open={jobs.some(isStopped)}>
        <summary className="px-3 py-2 font-medium">
          {words[jobs[0]!.kind].title} ({jobs.length})
        </summary>
        <ul className="divide-y divide-line border-t border-line">
          {jobs.map((job) => (
            <li key={job.id} className="flex flex-wrap items-start gap-3 px-3 py-2 text-sm">
              <div className="min-w-0 flex-1 basis-56">
                <p className="break-words">
                  {job.fileName}{' '}
                  <span className="text-muted">
                    ({job.user}, {dateTime(job.startedAt)})
                  </span>
                </p>
                <p className={isStopped(job) ? 'text-danger' : 'text-muted'}>{outcome(job)}</p>
                {job.undo && <Kept {...job.undo} />}
              </div>
              {isStopped(job) && (
                <Button small aria-disabled={disabled} onClick={() => onResume(job)}>
                  Fortsett
                </Button>
              )}
              {mayUndo(job) && (
                <Button
                  small
                  aria-disabled={disabled}
                  onClick={() => isConfirmed(job) && onUndo(job)}
                >
                  {canRetryUndo(job) ? 'Angre resten' : words[job.kind].undo}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </details>
    )
  )
}
