import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { isDamage } from '#kernel/database-errors.ts'
import { logDifference, logDifferenceAdvice } from '#kernel/log-identity.ts'
import type { Tables } from './apply.ts'
import { readCheckpoint, type Checkpoint } from './checkpoint.ts'
import { asOnlyFiller, dropAbandoned } from './advisory-lock.ts'
import { fill, type Filling } from './catch-up.ts'
import { openCopier } from './copier.ts'
import { addressOf, openPool, readSchema } from './pool.ts'
import type { Projection } from './projection.ts'
import { checkpointAmong, createTables, inspect, swapIn, tablesIn, versionOf } from './schema.ts'

/** The read tables were made from another log, or from more of it than there is. */
export class ForeignLog extends Error {
  override readonly name = 'ForeignLog'
}

const rowCount = sql.type(z.object({ rows: z.number() }))

/** How many rows each table has; of one that is damaged nobody can say. */
const countRows = (pool: DatabasePool, table: string): Promise<number | null> =>
  pool
    .oneFirst(rowCount`select count(*)::int4 as rows from ${sql.identifier([table])}`)
    .catch((error: unknown) => {
      if (!isDamage(error)) throw error
      return null
    })

/** What tells the log from the one that the tables were read from, in words. */
const differenceFrom = async (log: Filling['log'], { position, logStart }: Checkpoint) =>
  position === null ? null : logDifference(log, { position, first: logStart })

/** What a refill from this log would throw away, in words; null if nothing that the log does not hold. */
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

/** Where tables are filled beside those in use. */
export const nextSchema = `${readSchema}_next`

/** Fills tables in a schema of their own, going on with what an earlier attempt has left. */
export const fillSchema = async (
  url: string,
  schema: string,
  projections: readonly Projection[],
  filling: Filling,
  work: (pool: DatabasePool) => Promise<void>,
): Promise<void> => {
  const pool = await openPool(url, { schema, size: 3, patient: true, isFilling: true })
  try {
    await asOnlyFiller(pool, schema, async () => {
      const left = await inspect(pool, schema)
      const isOfToday = left?.version === versionOf(projections)
      if (!isOfToday || (await differenceFrom(filling.log, left)) !== null)
        await createTables(pool, schema, projections, filling.day)
      const copier = await openCopier(addressOf(url, schema, true))
      try {
        await fill({ pool, projections, copier }, filling)
      } finally {
        await copier.end()
      }
      await work(pool)
    })
  } finally {
    await pool.end()
  }
}

/** Makes the read tables anew beside those in use, and puts them in their place. */
export const refill = (
  url: string,
  projections: readonly Projection[],
  filling: Filling,
): Promise<void> =>
  fillSchema(url, nextSchema, projections, filling, async (pool) => {
    // A projector that writes the tables in use meanwhile may be ahead by what has just been said.
    while (!(await swapIn(pool, nextSchema))) await fill({ pool, projections }, filling)
  })

/** Fills the tables of this release while an older one runs on its own: the first start of this one goes on with them. */
export const fillAhead = (
  url: string,
  projections: readonly Projection[],
  filling: Filling,
): Promise<void> => fillSchema(url, nextSchema, projections, filling, async () => undefined)

/**
 * Tables to go on with: those in use, or new ones where they are of another definition or damaged.
 * @throws ForeignLog, and nothing is changed, when the tables were read from another log than this.
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
  // What is left of an attempt may be damaged too.
  if (isDamaged) await dropAbandoned(pool, [nextSchema])
  await refill(url, projections, filling)
  return (await readCheckpoint(pool))!
}
