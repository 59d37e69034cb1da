import pLimit from 'p-limit'
import { normalKey } from '#contracts/text.ts'
import { DiskFull } from '#kernel/disk.ts'
import { retry } from '../commands.ts'
import type { IdentifiedRow, RowPlanner } from './row-planner.ts'
import type { FileTask, Task } from './task.ts'

/** From the second try on, an earlier try may have succeeded. False if stopped. */
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

/** Maps with limited concurrency. After an error it starts no more, and throws when all have ended. */
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

const chunkSize = 1_024

type Rows = readonly IdentifiedRow[]

function* inOrder(rows: Rows): Generator<Rows> {
  for (let from = 0; from < rows.length; from += chunkSize) yield rows.slice(from, from + chunkSize)
}

/** Splits rows so that no chunk has two rows about one record: the later depends on the earlier. */
export function* inTurns(rows: Rows): Generator<Rows> {
  const turns: IdentifiedRow[][] = []
  const turnOf = new Map<string, number>()
  for (const row of rows) {
    const { identity, follows } = row
    const key = identity ? `${identity.field} ${normalKey(identity.text)}` : ''
    const before = turnOf.get(key)
    const turn = before === undefined ? 0 : before + (follows ? 1 : 0)
    turnOf.set(key, turn)
    turns[turn] ??= []
    turns[turn].push(row)
  }
  for (const turn of turns) yield* inOrder(turn)
}

/** Plans a file's rows in chunks. Ends early if stopped. */
export async function* plannedChunks(
  { file, width, room, isCancelled }: FileTask,
  planner: RowPlanner,
  chunksOf: (batch: Rows) => Iterable<Rows> = inOrder,
) {
  let at = 0
  for await (const batch of file.batches())
    for (const chunk of chunksOf(batch.map((row) => planner.identify(row, at++)))) {
      await room()
      if (isCancelled()) return
      yield await mapParallel(chunk, width(), (row) => retry(() => planner.plan(row)))
    }
}
