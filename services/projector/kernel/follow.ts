import type { DatabasePool } from 'slonik'
import type { EventLog, Position, RecordedEvent } from '#contracts/event-log.ts'
import { isDamage } from '#kernel/database-errors.ts'
import { applyBatch, loadMemory, type Tables } from './apply.ts'
import { readCheckpoint, type Checkpoint } from './checkpoint.ts'
import { dropAbandoned } from './advisory-lock.ts'
import { pause } from '#kernel/timeout.ts'
import { TryAgain } from '#kernel/transient-errors.ts'
import { fillingText } from './filling-text.ts'
import type { Positions } from '#kernel/positions.ts'
import { nextSchema, prepare } from './prepare-schema.ts'
import type { Projection } from './projection.ts'
import { analyse } from './schema.ts'
import { verifySchema } from './verify.ts'

export type ProjectorOptions = {
  readonly url: string
  readonly log: Pick<EventLog, 'readAll' | 'last' | 'follow'>
  readonly projections: readonly Projection[]
  readonly report: (error: unknown, facts: object, message: string) => void
  /** Logs the progress of a refill. */
  readonly say?: (text: string) => void
  readonly batchSize?: number
  /** Today in Norway. */
  readonly today?: () => string
  /** Milliseconds before it retries an event that cannot be applied. */
  readonly lookAgain?: number
}

const sayEvery = 10_000

export type Running = Required<ProjectorOptions> & {
  readonly pool: DatabasePool
  readonly at: Positions
  readonly stopping: AbortSignal
  reason: string | null
  isReading: boolean
  isDamaged: boolean
  failures: number
  generation: string
  /** Since when, and why, the log is unreachable. */
  lost: { readonly since: number; readonly problem: string } | null
  interruption: AbortController
}

/** Call it with every database error: damage starts a refill. */
export const failed = (running: Running, error: unknown): void => {
  if (running.isDamaged || !isDamage(error)) return
  running.isDamaged = true
  running.isReading = false
  running.reason = 'Lesetabellene er skadet, og lages på nytt av hendelsesloggen.'
  running.report(error, {}, 'the read tables are damaged, and are filled anew')
  running.interruption.abort()
}

const openTables = async (
  running: Running,
  tables: Tables,
  signal: AbortSignal,
): Promise<Checkpoint> => {
  const { pool, url, log } = running
  const text = fillingText('Lesetabellene fylles på nytt')
  let saidAt = -Infinity
  const progress = (done: Position, last: Position) => {
    running.reason = text(done, last)
    if (performance.now() - saidAt < sayEvery) return
    saidAt = performance.now()
    running.say(running.reason)
  }
  const day = running.today()
  const filling = { log, signal, progress, day }
  const prepared = await prepare(tables, url, filling, running.isDamaged)
  running.isDamaged = false
  await dropAbandoned(pool, [nextSchema, verifySchema])
  await loadMemory(tables)
  const checkpoint = await applyBatch(tables, prepared, [], day)
  running.generation = checkpoint.generation
  running.at.advance(checkpoint.position)
  running.isReading = true
  return checkpoint
}

const lookAtClock = 1_000

/** A rebuild that began yesterday leaves tables with the prices of yesterday. */
const refuseReplaced = async ({ pool, generation }: Running): Promise<void> => {
  const now = await readCheckpoint(pool)
  if (now?.generation !== generation) throw new TryAgain('The tables have been rebuilt')
}

/** Applies prices that become valid at midnight, without an event. Ends with the signal or an error. */
const eachDay = async (look: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await pause(lookAtClock, signal)
    if (!signal.aborted) await look()
  }
}

/** Creates or fills the tables if necessary, then follows the log from their checkpoint. */
export const follow = async (running: Running): Promise<void> => {
  const { pool, projections, log, at, report, batchSize, stopping, today } = running
  running.interruption = new AbortController()
  const signal = AbortSignal.any([stopping, running.interruption.signal])
  const tables: Tables = { pool, projections, applied: ({ position }) => at.advance(position) }
  let checkpoint = await openTables(running, tables, signal)
  let applied = 0
  let nextAnalysis = 1_000
  const apply = async (events: readonly RecordedEvent[]) => {
    checkpoint = await applyBatch(tables, checkpoint, events, today())
    if (events.length === 0) return
    running.failures = 0
    running.lost = null
    applied += events.length
    if (applied < nextAnalysis) return
    nextAnalysis = 4 * applied
    // Autovacuum analyses a minute later; until then Postgres would plan for empty tables.
    await analyse(pool, checkpoint.tables).catch((error: unknown) =>
      report(error, {}, 'could not make statistics of the tables'),
    )
  }
  let applying = Promise.resolve()
  const inTurn = (events: readonly RecordedEvent[]) =>
    (applying = applying.then(() => apply(events)))
  const following = () =>
    log.follow(checkpoint.position, {
      signal,
      batchSize,
      handle: inTurn,
      lost: (problem) => {
        running.lost = { since: running.lost?.since ?? performance.now(), problem }
      },
      caughtUp: () => {
        running.reason = null
        running.lost = null
        running.failures = 0
      },
    })
  const look = async () => {
    await refuseReplaced(running)
    await inTurn([])
  }
  const both = [following(), eachDay(look, signal)]
  try {
    await Promise.race(both)
  } finally {
    running.interruption.abort()
    // Waits for an interrupted batch, which still changes the memory that is reloaded next.
    await Promise.allSettled([...both, applying])
  }
}
