import useSWR from 'swr'
import type { JobAnswer } from '#contracts/csv/answer.ts'
import type { Entity } from '#contracts/entity.ts'
import { Button } from '../lib/button.tsx'
import { confirmed } from '../lib/confirm.ts'
import { dateTime } from '../lib/format.ts'
import { capitalised } from '../lib/words.ts'
import { hasEnded } from './follow-job.ts'

/** A file that could not be read was never an import. */
const wroteSomething = ({ state, rows }: JobAnswer) =>
  ['done', 'cancelled', 'undone'].includes(state) || (state === 'failed' && rows > 0)

export const useEarlier = ({ name }: Entity) => {
  const { data, mutate } = useSWR<readonly JobAnswer[]>('/api/csv-import/jobs', {
    revalidateOnMount: true,
  })
  const ours = (data ?? []).filter(({ entity }) => entity === name)
  return {
    running: ours.find((job) => !hasEnded(job) && job.state !== 'checking'),
    earlier: ours.filter(wroteSomething),
    reload: () => void mutate(),
  }
}

const outcome = ({ state, answer, undo, error }: JobAnswer): string => {
  if (state === 'undone' && undo)
    return `Angret: ${undo.removed} fjernet, ${undo.restored} tilbakestilt${undo.keptCount > 0 ? `, ${undo.keptCount} står som de er` : ''}`
  return error ?? answer?.message ?? ''
}

type Props = {
  jobs: readonly JobAnswer[]
  onUndo: (job: JobAnswer) => void
  disabled: boolean
}

const isMeant = ({ fileName }: JobAnswer) =>
  confirmed(`Er du sikker på at du vil angre importen av «${fileName}»?`)

/** Imports that were made, each of which can be taken back. */
export const EarlierImports = ({ jobs, onUndo, disabled }: Props) =>
  jobs.length > 0 && (
    <details className="panel">
      <summary className="px-3 py-2 font-medium">Tidligere importer ({jobs.length})</summary>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto border-t border-line">
        {jobs.map((job) => (
          <li key={job.id} className="flex flex-wrap items-start gap-3 px-3 py-2 text-sm">
            <div className="min-w-0 flex-1">
              <p className="break-words">
                {job.fileName}{' '}
                <span className="text-muted">
                  ({job.user}, {dateTime(job.startedAt)})
                </span>
              </p>
              <p className="text-muted">{outcome(job)}</p>
              {job.undo?.kept.slice(0, 20).map(({ line, id, reason }) => (
                <p key={`${line} ${id}`} className="text-warning">
                  {line > 0 ? `Linje ${line}: ` : ''}
                  {line > 0 ? reason : capitalised(reason)}
                </p>
              ))}
            </div>
            {job.answer && ['done', 'cancelled'].includes(job.state) && (
              <Button small disabled={disabled} onClick={() => isMeant(job) && onUndo(job)}>
                Angre import
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
