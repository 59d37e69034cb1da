import type { ImportAnswer } from '#contracts/csv/answer.ts'
import type { Choices, ImportOptions } from '#contracts/csv/options.ts'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import { hasEnded } from '#contracts/csv/job-states.ts'
import type { Entity } from '#contracts/entity.ts'
import { call, readData, save } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'

export const jobsPath = '/api/csv-import/jobs'
export const jobPath = (id: string): string => `${jobsPath}/${id}`

const jobIn = async (path: string, init: RequestInit): Promise<JobAnswer> => {
  const { body } = await call(path, init)
  const { data } = body as { data?: JobAnswer }
  if (!data) throw new ApiError('Failed to upload file', 400)
  return data
}

/** The browser does not read a file that was saved again after it was chosen, and says only that the request failed. */
const explainUnsent = async (error: unknown, file: File): Promise<never> => {
  const isReadable = await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
  if (isReadable) throw error
  const text = `«${file.name}» er endret etter at du valgte den. Velg den på nytt.`
  throw new ApiError(text, 400, { error: text })
}

export const checkFile = async (
  { name }: Entity,
  file: File,
  { priceFile, ...options }: ImportOptions,
  { mapping, ...choices }: Choices,
): Promise<JobAnswer> => {
  const form = new FormData()
  const fields = { ...options, ...priceFile, ...choices, dryRun: 'true' }
  for (const [key, value] of Object.entries(fields))
    if (value !== undefined && value !== '') form.set(key, String(value))
  if (mapping) form.set('mapping', JSON.stringify(mapping))
  form.set('file', file)
  const sent = jobIn(`/api/csv-import/${name}?async=true`, { method: 'POST', body: form })
  return sent.catch((error: unknown) => explainUnsent(error, file))
}

export const readJob = (id: string) => readData<JobAnswer>(jobPath(id))
export const runJob = (id: string, reason: string) =>
  save<JobAnswer>('POST', `${jobPath(id)}/run`, { reason })
export const undoJob = (id: string) => jobIn(`${jobPath(id)}/undo`, { method: 'POST' })
export const cancelJob = (id: string) => jobIn(jobPath(id), { method: 'DELETE' })

/** The number of records that are created, changed or deleted. */
export const affected = ({ summary }: ImportAnswer): number =>
  summary.deleted ?? summary.created + summary.updated
/** True if a dry run has something to do. */
export const canRun = ({ state, answer }: JobAnswer): boolean =>
  state === 'checked' && answer !== null && !answer.refusal && affected(answer) > 0

/** A failed import, or a failed or cancelled undo, can be resumed. A cancelled import cannot. */
export const isStopped = ({ state, stage }: JobAnswer): boolean =>
  (state === 'failed' && stage !== 'check') || (state === 'cancelled' && stage === 'undo')

const pause = (milliseconds: number) => new Promise((go) => setTimeout(go, milliseconds))
const maxFailures = 20

/** Polls a job until it has ended. Retries failed requests, since the job continues on the server. */
export const followJob = async (
  id: string,
  onStep: (job: JobAnswer) => void,
): Promise<JobAnswer> => {
  for (let failures = 0; ;) {
    try {
      const job = await readJob(id)
      failures = 0
      onStep(job)
      if (hasEnded(job)) return job
    } catch (error) {
      const isGone = error instanceof ApiError && [403, 404].includes(error.status)
      if (isGone || ++failures > maxFailures) throw error
    }
    await pause(Math.min(5_000, 300 * (failures + 1)))
  }
}
