import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { isDamage } from '#kernel/database-errors.ts'
import { logDifference, logDifferenceAdvice } from '#kernel/log-identity.ts'
import type { Filling } from './catch-up.ts'
import { readSchema } from './pool.ts'
import { checkpointAmong, tablesIn } from './schema.ts'

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

/** What a refill from this log would throw away, in words; null if nothing that the log does not hold. */
export const lostByRefill = async (
  pool: DatabasePool,
  log: Filling['log'],
): Promise<string | null> => {
  const tables = await tablesIn(pool, readSchema)
  const checkpoint = await checkpointAmong(pool, tables)
  if (!checkpoint || checkpoint.position === null) return null
  const { position, logStart } = checkpoint
  const difference = await logDifference(log, { position, first: logStart })
  if (difference === null) return null
  const counts: string[] = []
  for (const table of tables) {
    if (table === 'checkpoint' || !checkpoint.tables.includes(table)) continue
    const rows = await countRows(pool, table)
    if (rows !== 0) counts.push(`${rows ?? '?'} ${table}`)
  }
  return `${difference} Lesetabellene har ${counts.join(', ')}.`
}

export const requireKnownLog = async (pool: DatabasePool, log: Filling['log']): Promise<void> => {
  const lost = await lostByRefill(pool, log)
  if (lost !== null) throw new ForeignLog(`${lost} ${logDifferenceAdvice}`)
}
