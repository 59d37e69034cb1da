import { createPool, sql, type DatabasePool } from 'slonik'
import { ensureSchema, rowParser, typeParsers } from '#kernel/database.ts'

const isMade = (pool: DatabasePool): Promise<boolean> =>
  pool.exists(sql.unsafe`
    select from pg_tables where schemaname = 'import' and tablename = 'row'`)

/** `json`, not `jsonb`: an account is answered as it was written. */
const makeTables = (pool: DatabasePool): Promise<void> =>
  pool.transaction(async (tx) => {
    await tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtext('import'))`)
    await ensureSchema(tx, 'import')
    await tx.query(sql.unsafe`
      create table if not exists import.job (
        id uuid primary key,
        entity text not null,
        state text not null,
        started_at timestamptz not null,
        begun integer not null default 0,
        details json not null,
        answer json,
        undo json,
        digests bytea)`)
    await tx.query(sql.unsafe`
      create table if not exists import.row (
        job uuid not null references import.job on delete cascade,
        at integer not null,
        line integer not null,
        outcome text not null,
        record integer not null default 0,
        revision integer not null default 0,
        because text,
        note json,
        primary key (job, at))`)
  })

export const openImportDatabase = async (url: string): Promise<DatabasePool> => {
  const pool = await createPool(url, {
    interceptors: [rowParser],
    typeParsers,
    maxPoolSize: 8,
    connectionTimeout: 5_000,
    resetConnection: async () => undefined,
  })
  if (!(await isMade(pool))) await makeTables(pool)
  return pool
}

/** The log may have more of an import than it knows of: if it goes on, it is to look up each row. */
export const doubtImports = async (url: string): Promise<void> => {
  const pool = await openImportDatabase(url)
  await pool.query(sql.unsafe`update import.job set begun = 2147483647`)
  await pool.end()
}
