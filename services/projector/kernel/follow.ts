import type { Position, RecordedEvent } from '#contracts/event-log.ts'
import { pause } from '#kernel/timeout.ts'
import { TryAgain } from '#kernel/transient-errors.ts'
import { dropAbandoned } from './pool.ts'
import { applyBatch, loadMemory, type Tables } from './apply.ts'
import { readCheckpoint, type Checkpoint } from './checkpoint.ts'
import { fillingText } from './filling-text.ts'
import { nextSchema, prepare } from './prepare-schema.ts'
import type { Running } from './running.ts'
import { analyse } from './schema.ts'
import { verifySchema } from './verify.ts'

const sayEvery = 10_000

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
    running.logInfo(running.reason)
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

/** Applies batches one at a time, and makes statistics of the tables as they grow. */
const createApplier = (running: Running, tables: Tables, from: Checkpoint) => {
  let checkpoint = from
  let applied = 0
  let nextAnalysis = 1_000
  let applying = Promise.resolve()
  const apply = async (events: readonly RecordedEvent[]) => {
    checkpoint = await applyBatch(tables, checkpoint, events, running.today())
    if (events.length === 0) return
    running.failures = 0
    running.lost = null
    applied += events.length
    if (applied < nextAnalysis) return
    nextAnalysis = 4 * applied
    // Autovacuum analyses a minute later; until then Postgres would plan for empty tables.
    await analyse(running.pool, checkpoint.tables).catch((error: unknown) =>
      running.report(error, {}, 'could not make statistics of the tables'),
    )
  }
  return {
    apply: (events: readonly RecordedEvent[]) => (applying = applying.then(() => apply(events))),
    idle: () => applying,
  }
}

/** Creates or fills the tables if necessary, then follows the log from their checkpoint. */
export const follow = async (running: Running): Promise<void> => {
  const { pool, projections, log, at, batchSize, stopping } = running
  running.interruption = new AbortController()
  const signal = AbortSignal.any([stopping, running.interruption.signal])
  const tables: Tables = { pool, projections, applied: ({ position }) => at.advance(position) }
  const checkpoint = await openTables(running, tables, signal)
  const { apply, idle } = createApplier(running, tables, checkpoint)
  const following = log.follow(checkpoint.position, {
    signal,
    batchSize,
    handle: apply,
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
    await apply([])
  }
  const both = [following, eachDay(look, signal)]
  try {
    await Promise.race(both)
  } finally {
    running.interruption.abort()
    // Waits for an interrupted batch, which still changes the memory that is reloaded next.
    await Promise.allSettled([...both, idle()])
  }
}
