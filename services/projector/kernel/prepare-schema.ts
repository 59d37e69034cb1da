import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { isDamage } from '#kernel/database-errors.ts'
import { logDifference, logDifferenceAdvice } from '#kernel/log-identity.ts'
import { type Tables, DeadLetter } from './apply.ts'
import { readCheckpoint, type Checkpoint } from './checkpoint.ts'
import { asOnlyFiller, dropAbandoned, openPool, readSchema } from './pool.ts'
import { fill, type Filling } from './catch-up.ts'
import { isTransient } from '#kernel/transient-errors.ts'
import type { Projection } from './projection.ts'
import { checkpointAmong, createTables, inspect, swapIn, tablesIn, versionOf } from './schema.ts'

/** The read tables come from another log, or from events that the log no longer has. */
export class ForeignLog extends Error {
  override readonly name = 'ForeignLog'
}

const rowCount = sql.type(z.object({ rows: z.number() }))

/** Null if the table is damaged. */
const countRows = (pool: DatabasePool, table: string): Promise<number | null> =>
  pool
    .oneFirst(rowCount`select count(*)::int4 as rows from ${sql.identifier([table])}`)
    .catch((error: unknown) => {
      if (!isDamage(error)) throw error
      return null
    })

/** The difference from the log of the tables, as a sentence; null if it is the same. */
const differenceFrom = async (log: Filling['log'], { position, logStart }: Checkpoint) =>
  position === null ? null : logDifference(log, { position, first: logStart })

/** What a refill would lose, as a sentence; null if nothing. */
export const lostByRefill = async (
  pool: DatabasePool,
  log: Filling['log'],
): Promise<string | null> => {
  const tables = await tablesIn(pool, readSchema)
  const checkpoint = await checkpointAmong(pool, tables)
  const difference = checkpoint && (await differenceFrom(log, checkpoint))
  if (!checkpoint || difference === null) return null
  const counts: string[] = []
  for (const table of tables) {
    if (table === 'checkpoint' || !checkpoint.tables.includes(table)) continue
    const rows = await countRows(pool, table)
    if (rows !== 0) counts.push(`${rows ?? '?'} ${table}`)
  }
  return `${difference} Lesetabellene har ${counts.join(', ')}.`
}

/** The schema for new tables, while the old ones are in use. */
export const nextSchema = `${readSchema}_next`

const isNoReasonToFollow = (error: unknown): boolean =>
  error instanceof DeadLetter || isTransient(error) || isDamage(error)

/**
 * Fills tables in the schema, or resumes an interrupted fill of the same definition. If they cannot be finished, the
 * log is followed from its beginning, which takes long, but stops at the event that cannot be applied.
 */
export const fillSchema = async (
  url: string,
  schema: string,
  projections: readonly Projection[],
  filling: Filling,
  work: (pool: DatabasePool) => Promise<void>,
): Promise<void> => {
  const pool = await openPool(url, { schema, size: 4, timeouts: false, isFilling: true })
  try {
    await asOnlyFiller(pool, schema, async () => {
      const left = await inspect(pool, schema)
      const isOfToday = left?.version === versionOf(projections)
      if (!isOfToday || (await differenceFrom(filling.log, left)) !== null)
        await createTables(pool, schema, projections, filling.day)
      try {
        await fill({ pool, projections }, filling)
      } catch (error) {
        if (isNoReasonToFollow(error) || filling.signal?.aborted) throw error
        await createTables(pool, schema, projections, filling.day)
        await pool.query(sql.unsafe`update checkpoint set filled = true`)
        await fill({ pool, projections }, filling)
        throw error
      }
      await work(pool)
    })
  } finally {
    await pool.end()
  }
}

export const refill = (
  url: string,
  projections: readonly Projection[],
  filling: Filling,
): Promise<void> =>
  fillSchema(url, nextSchema, projections, filling, async (pool) => {
    // A running projector may have applied newer events to the old tables meanwhile.
    while (!(await swapIn(pool, nextSchema))) await fill({ pool, projections }, filling)
  })

/** Fills tables ahead of an upgrade, while the old release runs. The new release resumes from them. */
export const fillAhead = (
  url: string,
  projections: readonly Projection[],
  filling: Filling,
): Promise<void> => fillSchema(url, nextSchema, projections, filling, async () => undefined)

/**
 * Returns the checkpoint of usable tables. Refills them if they have another definition or are damaged. Throws
 * ForeignLog, without a change, if they come from another log.
 */
export const prepare = async (
  { pool, projections }: Tables,
  url: string,
  filling: Filling,
  isDamaged: boolean,
): Promise<Checkpoint> => {
  const lost = await lostByRefill(pool, filling.log)
  if (lost !== null) throw new ForeignLog(`${lost} ${logDifferenceAdvice}`)
  const found = isDamaged ? null : await inspect(pool, readSchema)
  if (found?.version === versionOf(projections)) return found
  // A half-filled schema may be damaged too.
  if (isDamaged) await dropAbandoned(pool, [nextSchema])
  await refill(url, projections, filling)
  return (await readCheckpoint(pool))!
}
