import pLimit from 'p-limit'
import type { Entity, EntityName } from '#contracts/entity.ts'
import type { EventLog } from '#contracts/event-log.ts'
import type { Locks } from '#kernel/locks.ts'
import { DiskFull } from '#kernel/disk.ts'
import { counter } from '#kernel/metrics.ts'
import type { Commands } from '../commands.ts'
import type { FileChunks } from '../csv/text-decoder.ts'
import { retry } from '../retry.ts'
import type { Job } from '../store/job.ts'
import type { RowLog } from '../store/row-log.ts'
import type { RejectedRows } from './rejected-rows.ts'
import type { ImportFile } from './import-file.ts'
import type { Summary } from './summary.ts'

export type TitleOf = (entity: EntityName, id: number) => string | undefined

export type Task = {
  readonly job: Job
  readonly entity: Entity
  readonly rowLog: RowLog
  readonly commands: Commands
  readonly log: EventLog
  readonly isCancelled: () => boolean
  /** Waits while the disk is almost full, or until it is told to stop. */
  readonly room: () => Promise<void>
  readonly width: () => number
  readonly progressed: () => void
}

export type FileTask = Task & {
  readonly file: ImportFile
  readonly chunks: FileChunks
  readonly identifier: string
  readonly summary: Summary
  readonly faulty: RejectedRows
  /** Shared by all imports: two that name the same new supplier make one. */
  readonly locks: Locks
  readonly titleOf: TitleOf
  readonly save: () => Promise<void>
}

/** From the second time on nobody knows whether the first got through. False where it was told to stop. */
export const attempt = async (
  { room, isCancelled }: Task,
  run: (isRepeated: boolean) => Promise<void>,
): Promise<boolean> => {
  for (let isAgain = false; !isCancelled(); isAgain = true)
    try {
      await retry((isRepeated) => run(isAgain || isRepeated))
      return true
    } catch (error) {
      if (!(error instanceof DiskFull)) throw error
      await room()
    }
  return false
}

/** What it makes of each, so many at once. After a fault no other is begun, and it is thrown when all have ended. */
export const mapParallel = async <T, R>(
  items: readonly T[],
  width: number,
  run: (item: T) => Promise<R>,
): Promise<R[]> => {
  const limit = pLimit({ concurrency: width, rejectOnClear: true })
  const all = items.map((item) => limit(run, item))
  for (const one of all) one.catch(() => limit.clearQueue())
  const ended = await Promise.allSettled(all)
  const fault = ended.find((one) => one.status === 'rejected')
  if (fault) throw fault.reason
  return ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

export const importRows = counter('import_rows_total', 'Rows of imports, by what was done', [
  'stage',
])
