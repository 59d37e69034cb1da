import { v5 } from 'uuid'
import type { Entity, EntityName } from '#contracts/entity.ts'
import type { EventLog, Json } from '#contracts/event-log.ts'
import type { Disk } from '#kernel/disk.ts'
import type { Locks } from '#kernel/locks.ts'
import { counter } from '#kernel/metrics.ts'
import type { AskImpact } from '../ask-impact.ts'
import type { By, Commands } from '../commands.ts'
import type { Job, JobRepository } from '../store/job-repository.ts'
import type { RowLog } from '../store/row-log.ts'
import type { Uploads } from '../store/uploads.ts'
import type { ImportFile } from './import-file.ts'
import type { Summary } from './summary.ts'

export type WorkerContext = {
  readonly commands: Commands
  readonly log: EventLog
  readonly disk: Disk
  readonly askImpact: AskImpact
  readonly titleOf: (entity: EntityName, id: number) => string | undefined
  /** Two imports that name the same new supplier must create only one. */
  readonly locks: Locks
  readonly repository: JobRepository
  readonly uploads: Uploads
  readonly onFault: (error: unknown, id: string, text?: string) => void
  readonly isStopping: () => boolean
  readonly now: () => Date
}

export type Task = WorkerContext & {
  readonly job: Job
  readonly entity: Entity
  readonly rowLog: RowLog
  readonly isCancelled: () => boolean
  /** Waits while the disk is almost full, or until stopped. */
  readonly room: () => Promise<void>
  readonly progressed: () => void
}

export type FileTask = Task & {
  readonly file: ImportFile
  readonly summary: Summary
}

/** Deterministic: `name` identifies one command of the import, so that retries have the same id. */
export const commandIdOf = ({ id }: Pick<Job, 'id'>, name: string): string => v5(name, id)

type Note = { readonly [key: string]: Json }
export const byOf = (job: Job, name: string, note: Note = { import: job.id }): By => {
  const { user, userId, token, reason } = job.actor ?? job
  return {
    user,
    ...(userId !== undefined && { userId }),
    ...(token !== undefined && { token }),
    commandId: commandIdOf(job, name),
    note: { file: job.fileName, ...note, ...(reason && { reason }) },
  }
}

/** Keeps the highest position, since answers may come in any order. */
export const wroteAt = (job: Job, position: bigint | null): void => {
  if (position !== null && BigInt(job.position ?? 0) < position) job.position = String(position)
}

export const importRows = counter('import_rows_total', 'Rows of imports, by what was done', [
  'stage',
])
