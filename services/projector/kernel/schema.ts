import { createHash } from 'node:crypto'
import { sql, type CommonQueryMethods, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { checkpointTable, readCheckpoint, type Checkpoint } from './checkpoint.ts'
import { osloDay } from '#contracts/days.ts'
import { isDamage } from '#kernel/database-errors.ts'
import { isTransient } from '#kernel/transient-errors.ts'
import { readSchema } from './pool.ts'
import type { Projection } from './projection.ts'
import { ensureTrigrams } from './trigrams.ts'

/** Norwegian order: Å last, numbers by value, ignoring case. */
const collation = sql.unsafe`
  create collation norwegian
    (provider = icu, locale = 'nb-NO-u-kn-true-ks-level2', deterministic = false)`

export const versionOf = (projections: readonly Projection[]): string => {
  const definition = projections.map(({ name, revision, tables, basis = [] }) => [
    name,
    revision,
    tables.map((table) => table.sql),
    basis,
  ])
  const text = JSON.stringify([collation.sql, checkpointTable.sql, definition])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

const name = (schema: string) => sql.identifier([schema])

export const tablesIn = (pool: Pick<DatabasePool, 'anyFirst'>, schema: string) =>
  pool.anyFirst(sql.type(z.object({ tablename: z.string() }))`
    select tablename from pg_tables where schemaname = ${schema} order by tablename`)

export const createTables = async (
  pool: DatabasePool,
  schema: string,
  projections: readonly Projection[],
  day = osloDay(),
): Promise<Checkpoint> => {
  const version = versionOf(projections)
  await ensureTrigrams(pool)
  return pool.transaction(async (tx) => {
    await tx.query(sql.unsafe`drop schema if exists ${name(schema)} cascade`)
    await tx.query(sql.unsafe`create schema ${name(schema)}`)
    for (const statement of [collation, checkpointTable, ...projections.flatMap((p) => p.tables)])
      await tx.query(statement)
    const tables = await tablesIn(tx, schema)
    await tx.query(sql.unsafe`
      insert into checkpoint (version, day, tables)
      values (${version}, ${day}, ${sql.array([...tables], 'text')})`)
    return (await readCheckpoint(tx))!
  })
}

/** Also invalidates cached plans. */
export const analyse = async (
  pool: Pick<CommonQueryMethods, 'query'>,
  tables: readonly string[],
): Promise<void> => {
  for (const table of tables) await pool.query(sql.unsafe`analyze ${name(table)}`)
}

export const checkpointAmong = async (
  pool: DatabasePool,
  tables: readonly string[],
): Promise<Checkpoint | null> => {
  if (!tables.includes('checkpoint')) return null
  return readCheckpoint(pool).catch((error: unknown) => {
    if (isTransient(error) && !isDamage(error)) throw error
    return null // of a release that wrote checkpoints in another way
  })
}

/** The checkpoint of a complete schema; null if it is not usable. */
export const inspect = async (pool: DatabasePool, schema: string): Promise<Checkpoint | null> => {
  const tables = await tablesIn(pool, schema)
  const checkpoint = await checkpointAmong(pool, tables)
  if (!checkpoint || checkpoint.tables.some((table) => !tables.includes(table))) return null
  if (checkpoint.position === null) return checkpoint
  for (const table of checkpoint.tables.filter((table) => table !== 'checkpoint'))
    if (await pool.exists(sql.unsafe`select from ${name(table)}`)) return checkpoint
  return null
}

const retired = `${readSchema}_retired`

/** Renames `schema` to the one in use, and locks out the writer of the old one. False while the old tables are ahead. */
export const swapIn = async (pool: DatabasePool, schema: string): Promise<boolean> => {
  const drop = sql.unsafe`drop schema if exists ${name(retired)} cascade`
  await pool.query(drop)
  const swapped = await pool.transaction(async (tx) => {
    await tx.query(sql.unsafe`set local synchronous_commit = on`)
    if ((await tablesIn(tx, readSchema)).includes('checkpoint')) {
      const old = sql.fragment`${name(readSchema)}.checkpoint`
      await tx.query(sql.unsafe`lock table ${old} in access exclusive mode`)
      const isBehind = await tx.exists(sql.unsafe`
        select from ${old} old, ${name(schema)}.checkpoint new
        where old.log_start = new.log_start and old.position > new.position`)
      if (isBehind) return false
    }
    const exists = await tx.exists(
      sql.unsafe`select from pg_namespace where nspname = ${readSchema}`,
    )
    if (exists)
      await tx.query(sql.unsafe`alter schema ${name(readSchema)} rename to ${name(retired)}`)
    await tx.query(sql.unsafe`alter schema ${name(schema)} rename to ${name(readSchema)}`)
    return true
  })
  if (swapped) await pool.query(drop)
  return swapped
}
