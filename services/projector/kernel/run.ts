import { setTimeout as delay } from 'node:timers/promises'
import type { DatabasePool } from 'slonik'
import { StoreUnavailable, type Position, type EventLog } from '#contracts/event-log.ts'
import { osloDay } from '#contracts/days.ts'
import { chainOf } from '#kernel/database-errors.ts'
import { pause, withTimeout } from '#kernel/timeout.ts'
import { Positions } from '#kernel/positions.ts'
import { readCheckpoint } from './checkpoint.ts'
import { DeadLetter } from './apply.ts'
import { follow } from './follow.ts'
import { ForeignLog } from './prepare-schema.ts'
import { whileLocked, openPool, readSchema } from './pool.ts'
import { failed, type ProjectorOptions, type Running } from './running.ts'
import { MissingTrigrams } from './trigrams.ts'

const longestPause = 5_000
const headWithin = 1_000
const generationEvery = 1_000
/** Milliseconds. Health stays good during a short loss of the log, such as a restart of the store. */
const maxOutage = 5_000

/** Waits until the operator may have skipped the event or rebuilt the tables. */
const waitForRetry = async ({ pool, stopping, retryAfter, generation }: Running): Promise<void> => {
  const end = performance.now() + retryAfter
  while (!stopping.aborted && performance.now() < end) {
    await pause(Math.min(generationEvery, retryAfter), stopping)
    const now = await readCheckpoint(pool).catch(() => null)
    if (now && now.generation !== generation) return
  }
}

const problemIn = (error: unknown): string | undefined =>
  error instanceof ForeignLog || error instanceof MissingTrigrams
    ? error.message
    : chainOf(error).find((one) => one instanceof StoreUnavailable)?.problem

const recover = async (running: Running, error: unknown): Promise<void> => {
  const { report, stopping } = running
  running.lost = null
  if (error instanceof DeadLetter) {
    running.reason = error.reason
    report(error, { event: error.event.id }, 'stopped at an event that cannot be applied')
    return waitForRetry(running)
  }
  failed(running, error)
  const failures = ++running.failures
  const problem = problemIn(error)
  if (problem) running.reason = problem
  else if (!running.isDamaged) running.reason = 'Lesetabellene er ikke tilgjengelige akkurat nå.'
  report(error, { failures }, 'projector interrupted, goes on in a moment')
  const wait = Math.min(longestPause, 100 * 2 ** Math.min(failures, 10))
  await pause(wait * (0.5 + Math.random() / 2), stopping)
}

const run = async (running: Running, leading: DatabasePool): Promise<void> => {
  const { stopping: signal } = running
  const waiting = () => {
    running.isReading = false
    running.reason = 'En annen projektor skriver lesetabellene.'
    return delay(1_000, undefined, { signal })
  }
  while (!signal.aborted)
    try {
      await whileLocked(leading, readSchema, waiting, () => follow(running))
    } catch (error) {
      if (!signal.aborted) await recover(running, error)
    }
}

const initialState = {
  batchSize: 1_000,
  logInfo: () => undefined,
  retryAfter: 30_000,
  today: osloDay,
  reason: 'Lesetabellene klargjøres.',
  isReading: false,
  isDamaged: false,
  failures: 0,
  generation: '',
  lost: null,
}

const problemOf = ({ lost, reason }: Running): string | null => {
  if (lost === null) return reason
  return reason !== null || performance.now() - lost.since > maxOutage ? lost.problem : null
}

/** Keeps the read tables up to date and recovers from every failure, until it is stopped. */
export const startProjector = async (options: ProjectorOptions) => {
  const { url, log } = options
  const stopping = new AbortController()
  const leading = await openPool(url, { size: 1, timeouts: false })
  const at = new Positions()
  const running: Running = {
    ...initialState,
    ...options,
    pool: await openPool(url, { size: 2, timeouts: false }),
    at,
    stopping: stopping.signal,
    interruption: new AbortController(),
  }
  const ended = run(running, leading)
  return {
    /** Why queries may be out of date; null if they are current. */
    health: () => problemOf(running),
    position: () => at.current,
    /** True if the tables can be read, even if they are behind. */
    isReading: () => running.isReading,
    reached: (position: Position, milliseconds: number) => at.reach(position, milliseconds),
    /** True if the log ends before this position, which then belongs to another log. */
    isBeyond: (position: Position): Promise<boolean> =>
      withTimeout(log.last(), headWithin).then(
        (last) => last === null || position > last,
        () => false,
      ),
    /** Call it with every failed query: damage starts a refill. */
    failed: (error: unknown) => failed(running, error),
    stop: async () => {
      stopping.abort()
      await ended
      await running.pool.end()
      await leading.end()
    },
  }
}

export type Projector = Awaited<ReturnType<typeof startProjector>>

/** The delay of the read tables, in positions and in seconds. */
export const lagOf = async (
  log: Pick<EventLog, 'last' | 'readAll'>,
  { position }: Pick<Projector, 'position'>,
  now: () => number = Date.now,
): Promise<{ positions: number; seconds: number }> => {
  const last = await log.last()
  const at = position()
  const isThere = last === null || (at !== null && at >= last)
  const [next] = isThere ? [] : await log.readAll(at, 1)
  if (isThere || !next) return { positions: 0, seconds: 0 }
  return {
    positions: Number(last - (at ?? 0n)),
    seconds: Math.max(0, (now() - Date.parse(next.writtenAt)) / 1000),
  }
}
