import pLimit from 'p-limit'
import { sql } from 'slonik'
import { z } from 'zod'
import type { EventLog, Position } from '#contracts/event-log.ts'
import { applyBatch, loadMemory, type Tables } from './apply.ts'
import { readCheckpoint, type Checkpoint } from './checkpoint.ts'
import type { Projection } from './projection.ts'
import { analyse } from './schema.ts'

type Finishing = {
  readonly signal?: AbortSignal
  /** Gets the number of finished steps and of all steps. */
  readonly progress: (done: number, steps: number) => void
}

const atATime = 3

const stages = ['derived', 'filled', 'completed'] as const
type Stage = (typeof stages)[number]

const finished = sql.type(z.object({ name: z.string() }))`select name from finished`

const isFinishing = ({ pool }: Pick<Tables, 'pool'>): Promise<boolean> =>
  pool.exists(sql.unsafe`select where to_regclass('finished') is not null`)

/**
 * Runs the steps that follow the reading. The steps of one projection and stage are one transaction; three of these run
 * at once.
 */
const finish = async (
  { pool, projections }: Tables,
  { tables }: Checkpoint,
  { signal, progress }: Finishing,
): Promise<void> => {
  await pool.query(sql.unsafe`create table if not exists finished (name text primary key)`)
  const known = new Set(await pool.anyFirst(finished))
  const left = (stage: Stage) =>
    projections.flatMap(({ name, [stage]: steps }: Projection) =>
      steps && !known.has(`${name} ${stage}`) ? [{ name: `${name} ${stage}`, steps }] : [],
    )
  const steps = stages.flatMap(left).flatMap((one) => one.steps).length + 1
  let done = 0
  const makeAll = ({ name, steps: own }: ReturnType<typeof left>[number]) =>
    pool.transaction(async (tx) => {
      for (const step of own) {
        signal?.throwIfAborted()
        progress(done++, steps)
        await step(tx)
      }
      await tx.query(sql.unsafe`insert into finished values (${name})`)
    })
  const inTurn = pLimit(atATime)
  for (const stage of stages) {
    // Last projections first, since they have the most work.
    const made = await Promise.allSettled(
      left(stage)
        .toReversed()
        .map((one) => inTurn(makeAll, one)),
    )
    for (const one of made) if (one.status === 'rejected') throw one.reason
  }
  signal?.throwIfAborted()
  progress(done, steps)
  await Promise.all(tables.map((table) => inTurn(analyse, pool, [table])))
  await pool.transaction(async (tx) => {
    await tx.query(sql.unsafe`drop table finished`)
    await tx.query(sql.unsafe`update checkpoint set filled = true`)
  })
}

export type Filling = {
  readonly log: Pick<EventLog, 'readAll' | 'last'>
  readonly signal?: AbortSignal
  /** Stops after this event; by default at the end of the log. */
  readonly upTo?: Position | null
  /** The day whose prices are the present ones; by default today. */
  readonly day?: string
  readonly progress?: (done: Position, last: Position) => void
}

/** Larger than when following, since throughput matters more than latency. */
const batchSize = 5_000

/** For the progress: finishing takes about a third of the time of reading. */
const withFinish = (last: Position): Position => last + last / 3n

const applyAll = async (tables: Tables, from: Checkpoint, filling: Filling) => {
  const { log, signal, upTo, progress } = filling
  const last = upTo ?? (await log.last())
  const readOn = (after: Position | null) => {
    const reading = log.readAll(after, batchSize)
    // Avoids an unhandled rejection if the batch before it fails.
    reading.catch(() => undefined)
    return reading
  }
  let reading = readOn(from.position)
  let isLoaded = false
  for (let checkpoint = from; ;) {
    const events = await reading
    signal?.throwIfAborted()
    const batch = upTo == null ? events : events.filter(({ position }) => position <= upTo)
    if (batch.length === 0) return checkpoint
    reading = readOn(events.at(-1)!.position)
    if (!isLoaded) await loadMemory(tables)
    isLoaded = true
    checkpoint = await applyBatch(tables, checkpoint, batch)
    if (last !== null && checkpoint.position !== null)
      progress?.(checkpoint.position, checkpoint.filled ? last : withFinish(last))
  }
}

/** Fills unused tables up to the end of the log. Resumes an interrupted fill. */
export const fill = async (tables: Tables, filling: Filling): Promise<void> => {
  if (filling.upTo === null) return
  const found = (await readCheckpoint(tables.pool))!
  // Once finishing has begun, no more events may be read first: finished tables would lack them.
  const isRead = !found.filled && (await isFinishing(tables))
  const read = isRead ? found : await applyAll(tables, found, filling)
  if (read.filled) return
  const last = read.position ?? 0n
  const total = withFinish(last)
  await finish(tables, read, {
    ...filling,
    progress: (done, steps) =>
      filling.progress?.(last + ((total - last) * BigInt(done)) / BigInt(steps), total),
  })
  await applyAll(tables, { ...read, filled: true }, filling)
}
