import type { JobAnswer } from '#contracts/csv/answer.ts'
import type { Entity } from '#contracts/entity.ts'
import { followJob, undoJob } from '../csv-import/import-api.ts'
import { undoneText } from './choices.ts'
import { attempt } from '../lib/attempt.ts'
import { call } from '../lib/api.ts'
import { refresh } from '../lib/refresh.ts'
import { toast } from '../lib/toasts.tsx'

/** Asks what would become of many records. The answer is the job that finds out, to be followed. */
export const askBulk = async (
  { name }: Entity,
  what: 'change' | 'delete',
  body: object,
): Promise<JobAnswer> => {
  const answer = await call(`/api/${name}/bulk/${what}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, dryRun: true }),
  })
  return (answer.body as { data: JobAnswer }).data
}

const tell = (job: JobAnswer): void => {
  const { state, error, answer, undo } = job
  if (state === 'failed')
    return toast({ title: 'Det gikk ikke', text: error ?? undefined, destructive: true })
  if (state === 'undone' && undo)
    return toast({ title: 'Endringen er angret', text: undoneText(undo) })
  if (state === 'checked') return
  toast({
    title: state === 'done' ? 'Endringen er gjort' : 'Endringen er avbrutt',
    text: error ?? answer?.message,
    ...(job.stage === 'run' && { action: { label: 'Angre', onSelect: () => void undoBulk(job) } }),
  })
}

/** Follows a job to its end, also when no dialog shows it; then tells of it and reads the lists again. */
export const followBulk = async (
  started: JobAnswer,
  onStep: (job: JobAnswer) => void,
): Promise<JobAnswer> => {
  onStep(started)
  const end = await followJob(started.id, onStep)
  if (end.stage !== 'check') void refresh()
  tell(end)
  return end
}

const nothing = () => undefined

export const undoBulk = ({ id }: JobAnswer, onStep: (job: JobAnswer) => void = nothing) =>
  attempt(async () => followBulk(await undoJob(id), onStep), 'Kunne ikke angre endringen')
