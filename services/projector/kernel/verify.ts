import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { readCheckpoint } from './checkpoint.ts'
import type { Filling } from './catch-up.ts'
import { dropAbandoned, inSnapshot, openPool, readSchema } from './pool.ts'
import { fillSchema } from './prepare-schema.ts'
import type { Projection, Transaction } from './projection.ts'
import { versionOf } from './schema.ts'

export const verifySchema = `${readSchema}_verify`

const fingerprint = z.object({ rows: z.number(), md5: z.string().nullable() })
type Fingerprint = z.output<typeof fingerprint>

export type Comparison = {
  readonly table: string
  readonly used: Fingerprint
  readonly rebuilt: Fingerprint
  readonly isEqual: boolean
}

/** A hash over all rows of a table, independent of their order. */
const fingerprintOf = (tx: Transaction, table: string, left: readonly string[]) =>
  tx.one(sql.type(fingerprint)`
    select count(*)::int4 as rows, md5(string_agg(md5(row), '' order by md5(row))) as md5
    from (
      select (to_jsonb(t) - ${sql.array(left, 'text')})::text as row
      from ${sql.identifier([table])} t
    ) rows`)

const snapshot = (pool: DatabasePool, projections: readonly Projection[]) =>
  inSnapshot(pool, async (tx) => {
    const checkpoint = await readCheckpoint(tx)
    if (!checkpoint) throw new Error('Lesetabellene finnes ikke.')
    if (checkpoint.version !== versionOf(projections))
      throw new Error('Lesetabellene er laget av en annen utgave.')
    const varying = new Map(projections.flatMap(({ varying = {} }) => Object.entries(varying)))
    const tables = new Map<string, Fingerprint>()
    for (const table of checkpoint.tables)
      if (table !== 'checkpoint')
        tables.set(table, await fingerprintOf(tx, table, varying.get(table) ?? []))
    return { position: checkpoint.position, day: checkpoint.day, tables }
  })

/** Fills new tables up to the checkpoint of those in use and compares them. The system may be running. */
export const verifyTables = async (
  url: string,
  projections: readonly Projection[],
  filling: Filling,
): Promise<readonly Comparison[]> => {
  const pool = await openPool(url, { size: 1, timeouts: false })
  try {
    const used = await snapshot(pool, projections)
    await dropAbandoned(pool, [verifySchema])
    const upTo = { ...filling, upTo: used.position, day: used.day }
    const compared: Comparison[] = []
    await fillSchema(url, verifySchema, projections, upTo, async (rebuiltPool) => {
      const rebuilt = await snapshot(rebuiltPool, projections)
      for (const [table, before] of used.tables) {
        const after = rebuilt.tables.get(table)!
        const isEqual = before.rows === after.rows && before.md5 === after.md5
        compared.push({ table, used: before, rebuilt: after, isEqual })
      }
    })
    return compared
  } finally {
    await dropAbandoned(pool, [verifySchema])
    await pool.end()
  }
}
