import { open, readFile } from 'node:fs/promises'
import { skipReasons, type SkipReason } from '#contracts/csv/nelfo/skips.ts'

export const outcomes = [
  'pending',
  'created',
  'updated',
  'skipped',
  'unchanged',
  'failed',
  'removed', // created, and taken back
  'restored', // updated, and taken back
  'begun', // perhaps done: nobody has seen the answer yet
] as const
export type Outcome = (typeof outcomes)[number]

/** What a crash or a fault does not undo; a row that failed is tried again. */
export const isSettled = ({ outcome }: Pick<Entry, 'outcome'>): boolean =>
  outcome !== 'pending' && outcome !== 'begun' && outcome !== 'failed'

export type Entry = {
  readonly outcome: Outcome
  readonly id: number
  readonly revision: number
  /** Why it was skipped, where that is counted apart. */
  readonly because?: SkipReason | undefined
}

const reasons = Object.keys(skipReasons) as SkipReason[]

const width = 16
const flushEvery = 500

/**
 * What became of each row, 16 bytes a row, kept in memory and written behind. What a crash cuts off is
 * found again by the rows' command ids.
 */
export type Journal = {
  readonly rows: number
  get(row: number): Entry
  set(row: number, entry: Entry): void
  /** What the dry run showed for a row; 0 where there was none. */
  planned(row: number): number
  plan(row: number, digest: number): void
  /**
   * Says of those of these rows that are yet to be done that they are begun, on disk before they are. Gives
   * those that were begun before, by a run that was cut off.
   */
  begin(from: number, count: number): Promise<ReadonlySet<number>>
  flush(): Promise<void>
  close(): Promise<void>
}

const read = async (path: string) => {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

export const openJournal = async (path: string, rows: number): Promise<Journal> => {
  const data = Buffer.alloc(rows * width)
  const before = await read(path)
  before.copy(data)
  const file = await open(path, before.length > 0 ? 'r+' : 'w+')
  let from = Infinity
  let to = 0
  let writing: Promise<void> = Promise.resolve()

  const dirty = (row: number) => {
    from = Math.min(from, row * width)
    to = Math.max(to, (row + 1) * width)
  }
  const write = async () => {
    if (from >= to) return
    const [start, end] = [from, to]
    from = Infinity
    to = 0
    try {
      await file.write(data, start, end - start, start)
    } catch (error) {
      from = Math.min(from, start)
      to = Math.max(to, end)
      throw error
    }
  }
  const flush = () => (writing = writing.then(write, write))
  // A full disk shows at the next flush that somebody waits for.
  const timer = setInterval(() => void flush().catch(() => undefined), flushEvery).unref()

  const outcomeOf = (row: number): Outcome => outcomes[data[row * width]!] ?? 'begun'

  return {
    rows,
    get: (row) => ({
      outcome: outcomeOf(row),
      because: reasons[data[row * width + 1]! - 1],
      id: data.readUInt32LE(row * width + 4),
      revision: data.readUInt32LE(row * width + 8),
    }),
    set: (row, { outcome, id, revision, because }) => {
      data[row * width] = outcomes.indexOf(outcome)
      data[row * width + 1] = because ? reasons.indexOf(because) + 1 : 0
      data.writeUInt32LE(id, row * width + 4)
      data.writeUInt32LE(revision, row * width + 8)
      dirty(row)
    },
    planned: (row) => data.readUInt32LE(row * width + 12),
    plan: (row, digest) => {
      data.writeUInt32LE(digest, row * width + 12)
      dirty(row)
    },
    begin: async (from, count) => {
      const before = new Set<number>()
      for (let row = from; row < from + count; row++) {
        const outcome = outcomeOf(row)
        if (outcome === 'begun') before.add(row)
        if (isSettled({ outcome })) continue
        data[row * width] = outcomes.indexOf('begun')
        dirty(row)
      }
      await flush()
      await file.datasync()
      return before
    },
    flush,
    close: async () => {
      clearInterval(timer)
      try {
        await flush()
      } finally {
        await file.close()
      }
    },
  }
}
