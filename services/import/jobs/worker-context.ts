import { setTimeout as sleep } from 'node:timers/promises'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { EventLog } from '#contracts/event-log.ts'
import type { Locks } from '#kernel/locks.ts'
import type { Disk } from '#kernel/disk.ts'
import type { Commands } from '../commands.ts'
import { identifierFor } from '../csv/identity.ts'
import { createRejectedRows } from '../rows/rejected-rows.ts'
import type { ImportFile } from '../rows/import-file.ts'
import { createSummary } from '../rows/summary.ts'
import type { FileTask, Task, TitleOf } from '../rows/task.ts'
import type { JobRepository } from '../store/job-repository.ts'
import type { Uploads } from '../store/uploads.ts'
import { notify, type RunningJob } from './running-job.ts'

export type WorkerContext = {
  readonly commands: Commands
  readonly log: EventLog
  readonly disk: Disk
  readonly titleOf: TitleOf
  readonly locks: Locks
  readonly repository: JobRepository
  readonly uploads: Uploads
  readonly onFault: (error: unknown, id: string) => void
  readonly isStopping: () => boolean
  readonly width: () => number
  readonly now: () => Date
}

const saveEvery = 250
const lookEvery = 250

const isCancelled = ({ isStopping }: WorkerContext, one: RunningJob) =>
  one.cancelled || isStopping()

const progressOf = (context: WorkerContext, one: RunningJob) => {
  let last = 0
  const saveAndNotify = async () => {
    const { done } = one.job
    await context.repository.saveProgress(one.job)
    one.told = Math.max(one.told, done)
    notify(one)
  }
  return () => {
    if (Date.now() - last < saveEvery) return
    last = Date.now()
    saveAndNotify().catch((error: unknown) => context.onFault(error, one.job.id))
  }
}

const waitForRoom = async (context: WorkerContext, one: RunningJob): Promise<void> => {
  for (;;) {
    const problem = isCancelled(context, one) ? null : context.disk.problem()
    if (problem !== one.waiting) {
      one.waiting = problem
      notify(one)
    }
    if (problem === null) return
    await sleep(lookEvery)
  }
}

export const taskFor = (context: WorkerContext, one: RunningJob): Task => {
  const { job } = one
  const { commands, log, width, repository } = context
  return {
    job,
    entity: entityNamed(job.entity),
    rowLog: repository.rowLog(job.id),
    commands,
    log,
    width,
    isCancelled: () => isCancelled(context, one),
    room: () => waitForRoom(context, one),
    progressed: progressOf(context, one),
  }
}

export const fileTaskFor = async (
  context: WorkerContext,
  one: RunningJob,
  file: ImportFile,
): Promise<FileTask> => {
  const { uploads, repository, locks, titleOf } = context
  const { job } = one
  const task = taskFor(context, one)
  const { entity } = task
  return {
    ...task,
    file,
    chunks: uploads.chunks(job.id),
    identifier: file.priceFile
      ? entity.csv!.priceFiles!
      : identifierFor(entity, file.header, job.options.uniqueIdentifier),
    summary: createSummary(),
    faulty: await createRejectedRows(uploads.faulty(job.id), file),
    locks,
    titleOf,
    save: () => repository.saveProgress(job),
  }
}
