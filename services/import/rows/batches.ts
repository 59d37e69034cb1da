import pLimit from 'p-limit'
import { DiskFull } from '#kernel/disk.ts'
import { exclusive } from '#kernel/locks.ts'
import { retry } from '../commands.ts'
import { numberKey } from '../csv/csv-rules.ts'
import type { IdentifiedRow, RowPlanner } from './row-planner.ts'
import type { FileTask, Task } from './task.ts'

/** From the second try on, an earlier try may have succeeded. False if stopped. */
export const attempt = async (
  { room, inFlight, isCancelled }: Task,
  run: (isRepeated: boolean) => Promise<void>,
): Promise<boolean> => {
  for (let isAgain = false; !isCancelled(); isAgain = true)
    try {
      await inFlight(() => retry((isRepeated) => run(isAgain || isRepeated)))
      return true
    } catch (error) {
      if (!(error instanceof DiskFull)) throw error
      await room()
    }
  return false
}

const width = 64

/** Maps with limited concurrency. After an error it starts no more, and throws when all have ended. */
export const mapParallel = async <T, R>(
  items: Iterable<T>,
  run: (item: T) => Promise<R>,
): Promise<R[]> => {
  const limit = pLimit({ concurrency: width, rejectOnClear: true })
  const all = Array.from(items, (item) => limit(run, item))
  for (const one of all) one.catch(() => limit.clearQueue())
  const ended = await Promise.allSettled(all)
  const fault = ended.find((one) => one.status === 'rejected')
  if (fault) throw fault.reason
  return ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

/** A file's rows in batches. Ends early if stopped. */
export async function* identifiedBatches(
  { file, room, isCancelled }: FileTask,
  planner: RowPlanner,
): AsyncGenerator<readonly IdentifiedRow[]> {
  let at = 0
  for await (const batch of file.batches()) {
    const rows = batch.map((row) => planner.identify(row, at++))
    await room()
    if (isCancelled()) return
    yield rows
  }
}

const fallbackField = ({ identity }: IdentifiedRow) =>
  identity && identity.lacking !== null ? [identity.field] : []

/**
 * Runs a batch's rows in parallel, but those about one record in their order, also of imports that run at once: the
 * later may depend on the earlier. Rows without the chosen identifier may be about one record by different keys.
 */
export const eachRow = <R>(
  { job, entity, locks }: FileTask,
  rows: readonly IdentifiedRow[],
  run: (row: IdentifiedRow) => Promise<R>,
): Promise<R[]> => {
  const isMixed = new Set(rows.flatMap(fallbackField)).size > 1
  const keysOf = ({ identity }: IdentifiedRow) => {
    if (!identity) return []
    const key = `${entity.name} ${numberKey(identity)}`
    return isMixed && identity.lacking !== null ? [key, `${job.id} mixed`] : [key]
  }
  return mapParallel(rows, (row) => locks(keysOf(row).map(exclusive), () => run(row)))
}
