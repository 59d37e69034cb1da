import { createPool, sql, type DatabasePool } from 'slonik'
import { ensureSchema, rowParser, typeParsers } from '#kernel/database.ts'

const isMade = (pool: DatabasePool): Promise<boolean> =>
  pool.exists(sql.unsafe`
    select from pg_tables where schemaname = 'audit' and tablename = 'checkpoint'`)

const makeTables = (pool: DatabasePool): Promise<void> =>
  pool.transaction(async (tx) => {
    await tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtext('audit'))`)
    await ensureSchema(tx, 'audit')
    await tx.query(sql.unsafe`
      create table if not exists audit.tree (
        single boolean primary key default true check (single),
        size bigint not null)`)
    await tx.query(sql.unsafe`insert into audit.tree (size) values (0) on conflict do nothing`)
    await tx.query(sql.unsafe`
      create table if not exists audit.tile (
        level smallint,
        number bigint,
        hashes bytea not null,
        primary key (level, number))`)
    // The positions in the log of the leaves of a tile, in 8 bytes each.
    await tx.query(sql.unsafe`
      create table if not exists audit.leaves (
        number bigint primary key,
        first bigint not null unique,
        positions bytea not null)`)
    // Without its seed a key is one that is no longer used.
    await tx.query(sql.unsafe`
      create table if not exists audit.key (
        number int primary key,
        verifier text not null,
        seed bytea,
        made_at timestamptz not null default now())`)
    await tx.query(sql.unsafe`
      create table if not exists audit.checkpoint (
        number bigint generated always as identity primary key,
        size bigint not null,
        note text not null,
        placed boolean not null default false,
        made_at timestamptz not null default now())`)
  })

/** What is kept of the tree: tiles, which the log gives again, and keys and checkpoints, which nothing does. */
export const openAuditDatabase = async (url: string): Promise<DatabasePool> => {
  const pool = await createPool(url, {
    interceptors: [rowParser],
    typeParsers,
    maxPoolSize: 3,
    connectionTimeout: 5_000,
    idleTimeout: 60_000,
    // No session state is ever set, so there is none to discard.
    resetConnection: async () => undefined,
  })
  if (!(await isMade(pool))) await makeTables(pool)
  return pool
}
