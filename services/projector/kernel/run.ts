import { setTimeout as delay } from 'node:timers/promises'
import {
  StoreUnavailable,
  type EventLog,
  type Position,
  type RecordedEvent,
} from '#contracts/event-log.ts'
import { inTime } from '#infra/eventstore/client/in-time.ts'
import { readCheckpoint } from './checkpoint.ts'
import { applyBatch, loadMemory, type Tables } from './apply.ts'
import { ForeignLog } from './foreign-log.ts'
import { gathering } from './gathering.ts'
import { asLeader } from './leadership.ts'
import { dropLeft } from './only-one.ts'
import { isDamage } from '../../kernel/database-away.ts'
import { PoisonEvent } from './poison.ts'
import { openPool, readSchema } from './pool.ts'
import { positions } from './positions.ts'
import { nextSchema, prepare, replaceDamaged } from './prepare.ts'
import type { Projection } from './projection.ts'
import { analyse, growth } from './statistics.ts'
import { verifySchema } from './verify.ts'

/** Where failures go, for whoever operates the system. */
export type Report = (error: unknown, facts: object, message: string) => void

export type ProjectorOptions = {
  readonly url: string
  readonly log: Pick<EventLog, 'readAll' | 'last' | 'follow'>
  readonly projections: readonly Projection[]
  readonly report: Report
  readonly batchSize?: number
  /** How long it stands before an event that cannot be applied, until it tries again. */
  readonly lookAgain?: number
}

export type Projector = {
  /** Why queries cannot be trusted to be current; null when they can. */
  readonly health: () => string | null
  readonly position: () => Position | null
  /** There are tables to read, filled and followed by this process, if perhaps behind. */
  readonly isReading: () => boolean
  /** To be told of queries that fail: tables that are damaged are made anew. */
  readonly failed: (error: unknown) => void
  /** Waits until the tables hold the event at `position`: false if they do not in time. */
  readonly reached: (position: Position, milliseconds: number) => Promise<boolean>
  /** The log has not come to this position, as far as it can be asked now: it is of another. */
  readonly isBeyond: (position: Position) => Promise<boolean>
  readonly stop: () => Promise<void>
}

const longestPause = 5_000
const headWithin = 1_000
const generationEvery = 1_000
/** A log that is away for a moment, as when its server starts again, is no reason to worry anybody. */
const patience = 5_000

/** Why the event store cannot be read, if it is that which failed. */
const storeProblemIn = (error: unknown): string | undefined => {
  for (let at = error; at instanceof Error; at = at.cause as Error)
    if (at instanceof StoreUnavailable) return at.problem
  return undefined
}

/** Keeps the read tables at the end of the log, until it is stopped, whatever breaks on the way. */
export const startProjector = async (options: ProjectorOptions): Promise<Projector> => {
  const { url, log, projections, report, batchSize = 1_000, lookAgain = 30_000 } = options
  const pool = await openPool(url, { size: 2, patient: true })
  const leading = await openPool(url, { size: 1, patient: true })
  const stopping = new AbortController()
  const at = positions()
  let reason: string | null = 'Lesetabellene klargjøres.'
  let failures = 0
  let reading = false
  let generation = ''
  let isDamaged = false
  let interruption = new AbortController()
  let lost: { readonly since: number; readonly problem: string } | null = null

  const failed = (error: unknown): void => {
    if (isDamaged || !isDamage(error)) return
    isDamaged = true
    reading = false
    reason = 'Lesetabellene er skadet, og lages på nytt av hendelsesloggen.'
    report(error, {}, 'the read tables are damaged, and are filled anew')
    interruption.abort()
  }

  const lead = async (whole: AbortSignal) => {
    interruption = new AbortController()
    const signal = AbortSignal.any([whole, interruption.signal])
    const tables: Tables = { pool, projections, applied: ({ position }) => at.moved(position) }
    const make = isDamaged ? replaceDamaged : prepare
    const from = await make(tables, url, {
      log,
      signal,
      progress: (done, last) => {
        reason = `Lesetabellene fylles på nytt: ${(done * 100n) / last} %.`
      },
    })
    isDamaged = false
    await dropLeft(pool, [nextSchema, verifySchema])
    await loadMemory(tables)
    let checkpoint = from
    ;({ generation } = from)
    const grown = growth(() =>
      analyse(pool, checkpoint.tables).catch((error: unknown) =>
        report(error, {}, 'could not make statistics of the tables'),
      ),
    )
    at.moved(checkpoint.position)
    // A server that fell may have lost the last moments of the tables: nobody knows what they hold.
    const lostTables = () => at.moved(null)
    signal.addEventListener('abort', lostTables)
    reading = true
    const gather = gathering(at)
    const apply = async (events: readonly RecordedEvent[]) => {
      checkpoint = await applyBatch(tables, checkpoint, events)
      grown.applied(events.length)
      failures = 0
      lost = null
      await gather(events.length, events.length >= batchSize)
    }
    let applying = Promise.resolve()
    try {
      await log.follow(checkpoint.position, {
        signal,
        batchSize,
        handle: (events) => (applying = apply(events)),
        lost: (problem) => {
          lost = { since: lost?.since ?? Date.now(), problem }
        },
        caughtUp: () => {
          reason = null
          lost = null
          failures = 0
        },
      })
    } finally {
      // Nobody else may load the memory while a batch that was cut off still changes it.
      await applying.catch(() => undefined)
      await grown.settled()
      signal.removeEventListener('abort', lostTables)
    }
  }

  /** Until the operator may have done something: passed over the event, or made the tables anew. */
  const standStill = async (signal: AbortSignal) => {
    const end = Date.now() + lookAgain
    const current = async () => (await readCheckpoint(pool).catch(() => null))?.generation
    while (!signal.aborted && Date.now() < end) {
      await delay(Math.min(generationEvery, lookAgain), undefined, { signal }).catch(
        () => undefined,
      )
      if (((await current()) ?? generation) !== generation) return
    }
  }

  const waiting = () => {
    reading = false
    reason = 'En annen projektor skriver lesetabellene.'
  }

  const run = async () => {
    const { signal } = stopping
    while (!signal.aborted) {
      try {
        await asLeader({ pool: leading, name: readSchema, signal, waiting }, lead)
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof PoisonEvent) {
          reason = error.reason
          lost = null
          report(error, { event: error.event.id }, 'stopped at an event that cannot be applied')
          await standStill(signal)
          continue
        }
        failed(error)
        failures++
        lost = null
        reason =
          error instanceof ForeignLog
            ? error.message
            : (storeProblemIn(error) ??
              (isDamaged ? reason : 'Lesetabellene er ikke tilgjengelige akkurat nå.'))
        report(error, { failures }, 'projector interrupted, goes on in a moment')
        const pause =
          Math.min(longestPause, 100 * 2 ** Math.min(failures, 10)) * (0.5 + Math.random() / 2)
        // All that ends it early is the signal, which the loop looks at.
        await delay(pause, undefined, { signal }).catch(() => undefined)
      }
    }
  }
  const running = run()

  return {
    health: () => {
      if (lost === null) return reason
      return reason !== null || Date.now() - lost.since > patience ? lost.problem : null
    },
    position: at.current,
    isReading: () => reading,
    reached: at.reached,
    isBeyond: (position) =>
      inTime(log.last(), headWithin).then(
        (last) => last === null || position > last,
        () => false,
      ),
    failed,
    stop: async () => {
      stopping.abort()
      await running
      await pool.end()
      await leading.end()
    },
  }
}
