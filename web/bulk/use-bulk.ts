import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import type { Entity } from '#contracts/entity.ts'
import { undoJob } from '../csv-import/import-api.ts'
import { useJob, watchJob } from '../csv-import/use-job.ts'
import { fieldErrors } from '../form/submit.ts'
import { save } from '../lib/api.ts'
import { messageOf } from '../lib/api-error.ts'
import { attempt } from '../lib/attempt.ts'
import { toast } from '../lib/toasts.tsx'
import { choicesFor, undoneText } from './choices.ts'

const askBulk = ({ name }: Entity, what: 'change' | 'delete', body: object) =>
  save<JobAnswer>('POST', `/api/${name}/bulk/${what}`, { ...body, dryRun: true })

/** Puts the label of the faulty field before the message. */
const problemOf = (entity: Entity, error: unknown): string => {
  const [found] = fieldErrors(error)
  const choice = choicesFor(entity).find(({ path }) => path === found?.path)
  return found && choice
    ? `${choice.field.label}: ${found.message}`
    : messageOf(error, 'Ukjent feil oppstod')
}

/** Called from the toast, when no dialog may be open. */
const undoBulk = (id: string) =>
  attempt(async () => announce(await watchJob(await undoJob(id))), 'Kunne ikke angre endringen')

const announce = ({ id, state, stage, error, answer, undo }: JobAnswer): void => {
  if (state === 'failed')
    return toast({ title: 'Det gikk ikke', text: error ?? undefined, destructive: true })
  if (state === 'undone' && undo)
    return toast({ title: 'Endringen er angret', text: undoneText(undo) })
  if (state === 'checked') return
  toast({
    title: state === 'done' ? 'Endringen er gjort' : 'Endringen er avbrutt',
    text: error ?? answer?.message,
    ...(stage === 'run' && { action: { label: 'Angre', onSelect: () => void undoBulk(id) } }),
  })
}

export const useBulk = (entity: Entity) => {
  const job = useJob({ onEnd: announce, explain: (error) => problemOf(entity, error) })
  return {
    ...job,
    check: (what: 'change' | 'delete', body: object) => job.act(() => askBulk(entity, what, body)),
  }
}
