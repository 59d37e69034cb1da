import type { RecordedEvent } from '#contracts/event-log.ts'
import type { Model } from './model.ts'
import { writeSnapshot } from './snapshot.ts'

/** So many events after the last snapshot there is another: a second or two of replay. */
const often = 25_000

type Options = {
  readonly path: string
  readonly model: Model
  /** The graph may hold what is not written yet: then a snapshot waits. */
  readonly settled: () => Promise<void> | undefined
  /** False on a disk that is almost full: a start without a snapshot takes longer, and that is all. */
  readonly mayWrite: () => boolean
  readonly onFault: (error: unknown) => void
}

/** Writes snapshots as the log grows, and one at the end. */
export const keepSnapshots = ({ path, model, settled, mayWrite, onFault }: Options) => {
  let last: RecordedEvent | undefined
  let since = 0
  let writing: Promise<void> | undefined

  const write = async (): Promise<void> => {
    for (let wait = settled(); wait; wait = settled()) await wait
    if (!last || since === 0 || !mayWrite()) return
    since = 0
    await writeSnapshot(path, model, last)
  }
  const start = () => {
    writing ??= write()
      .catch(onFault)
      .finally(() => (writing = undefined))
    return writing
  }

  return {
    seen: (events: readonly RecordedEvent[]): void => {
      last = events.at(-1) ?? last
      since += events.length
      if (since >= often) void start()
    },
    stop: async (): Promise<void> => {
      await writing
      await start()
    },
  }
}
