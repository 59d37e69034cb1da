import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { isDatabaseUnavailable } from '#kernel/database-errors.ts'
import { openImportFile } from '../rows/import-file.ts'
import type { WorkerContext } from '../rows/task.ts'
import type { Job, JobRepository } from '../store/job-repository.ts'
import type { RowNote } from '../store/row-log.ts'
import type { Uploads } from '../store/uploads.ts'
import { isOfThisMoment, readOldJob, removeOldJob, settledRow } from './legacy-files.ts'

type Context = Pick<WorkerContext, 'repository' | 'uploads' | 'onFault'>

export const isJobId = (name: string): boolean => z.uuid().safeParse(name).success

/** Reads the file to count rows, since only it knows their line numbers. */
const takeInRows = async (
  repository: JobRepository,
  uploads: Uploads,
  job: Job,
  records: readonly Buffer[],
  notes: ReadonlyMap<number, RowNote>,
): Promise<void> => {
  await repository.saveDigests(job.id, Buffer.concat(records.map((one) => one.subarray(12))))
  const rowLog = repository.rowLog(job.id)
  const file = await openImportFile({ entity: entityNamed(job.entity), uploads, job })
  let at = 0
  for await (const rows of file.batches())
    await rowLog.settle(
      rows.flatMap(({ line }) => settledRow(records[at], at, line, notes.get(at++) ?? null)),
    )
}

export const unreadable = 'an import that cannot be read was set aside'

/** Outside the imports folder, so that nothing resumes its contents. */
const aside = ({ root }: Uploads) => join(root, 'unreadable')

const quarantine = async ({ uploads, onFault }: Context, id: string, why: unknown) => {
  await mkdir(aside(uploads), { recursive: true })
  await rename(uploads.folder(id), join(aside(uploads), `${id} ${Date.now()}`))
  onFault(why, id, unreadable)
}

/** They may contain personal data. */
export const removeUnreadable = ({ uploads }: Context): Promise<void> =>
  rm(aside(uploads), { recursive: true, force: true })

const takeInOne = async ({ repository, uploads }: Context, id: string): Promise<void> => {
  const folder = uploads.folder(id)
  const old = await readOldJob(folder)
  if (!old) return
  const { job, notes, records } = old
  await repository.remove(id)
  await repository.insert(job)
  if (records) await takeInRows(repository, uploads, job, records, notes)
  await removeOldJob(folder)
}

/** Converts imports of older releases, which were stored in files. */
export const takeInOldJobs = async (context: Context): Promise<void> => {
  const { root } = context.uploads
  await mkdir(root, { recursive: true })
  for (const id of (await readdir(root)).filter(isJobId))
    try {
      await takeInOne(context, id)
    } catch (error) {
      if (isDatabaseUnavailable(error) || isOfThisMoment(error)) throw error
      await context.repository.remove(id)
      await quarantine(context, id, error)
    }
}
