import type { Choices } from '#contracts/csv/reading-options.ts'
import type { ImportOptions } from '#contracts/csv/options.ts'
import type { JobAnswer } from '#contracts/csv/answer.ts'
import type { Entity } from '#contracts/entity.ts'
import { ApiError, call } from '../lib/api.ts'

export const jobPath = (id: string): string => `/api/csv-import/jobs/${id}`

const jobIn = async (path: string, init: RequestInit): Promise<JobAnswer> => {
  const { body } = await call(path, init)
  const { data } = body as { data?: JobAnswer }
  if (!data) throw new ApiError('Failed to upload file', 400)
  return data
}

/** Sends a file to be checked. The answer is the job that does it, to be followed. */
export const checkFile = (
  { name }: Entity,
  file: File,
  { priceFile, ...options }: ImportOptions,
  { mapping, ...choices }: Choices,
): Promise<JobAnswer> => {
  const form = new FormData()
  const fields = { ...options, ...priceFile, ...choices, dryRun: 'true' }
  for (const [key, value] of Object.entries(fields)) if (value) form.set(key, String(value))
  if (mapping) form.set('mapping', JSON.stringify(mapping))
  form.set('file', file)
  return jobIn(`/api/csv-import/${name}?async=true`, { method: 'POST', body: form })
}

export const runJob = (id: string) => jobIn(`${jobPath(id)}/run`, { method: 'POST' })
export const undoJob = (id: string) => jobIn(`${jobPath(id)}/undo`, { method: 'POST' })
export const cancelJob = (id: string) => jobIn(jobPath(id), { method: 'DELETE' })
export const readJob = (id: string) => jobIn(jobPath(id), { method: 'GET' })
