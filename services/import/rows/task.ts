import type { LimitFunction } from 'p-limit'
import type { Entity, EntityName } from '#contracts/entity.ts'
import type { EventLog } from '#contracts/event-log.ts'
import type { Disk } from '#kernel/disk.ts'
import type { Locks } from '#kernel/locks.ts'
import { counter } from '#kernel/metrics.ts'
import type { AskImpact } from '../ask-impact.ts'
import type { Commands } from '../commands.ts'
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
  /** Limits the rows in flight of all imports together, behind which the commands of people wait. */
  readonly inFlight: LimitFunction
  readonly repository: JobRepository
  readonly uploads: Uploads
  readonly onFault: (error: unknown, id: string, text?: string) => void
  readonly isStopping: () => boolean
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

export const importRows = counter('import_rows_total', 'Rows of imports, by what was done', [
  'stage',
])
