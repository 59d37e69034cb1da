import { sql, type DatabasePool } from 'slonik'
import { openTables } from '#kernel/database.ts'

const tables = {
  schema: 'audit',
  last: 'checkpoint',
  statements: [
    sql.unsafe`
      create table if not exists audit.tree (
        single boolean primary key default true check (single),
        size bigint not null)`,
    sql.unsafe`insert into audit.tree (size) values (0) on conflict do nothing`,
    sql.unsafe`
      create table if not exists audit.tile (
        level smallint,
        number bigint,
        hashes bytea not null,
        primary key (level, number))`,
    sql.unsafe`
      create table if not exists audit.leaves (
        number bigint primary key,
        first bigint not null unique,
        positions bytea not null)`,
    // A key without a seed is retired.
    sql.unsafe`
      create table if not exists audit.key (
        number int primary key,
        verifier text not null,
        seed bytea,
        made_at timestamptz not null default now())`,
    sql.unsafe`
      create table if not exists audit.checkpoint (
        number bigint generated always as identity primary key,
        size bigint not null,
        note text not null,
        placed boolean not null default false,
        made_at timestamptz not null default now())`,
  ],
}

/** Tiles can be rebuilt from the log; keys and checkpoints cannot. */
export const openAuditDatabase = (url: string): Promise<DatabasePool> =>
  openTables(url, tables, { maxPoolSize: 3 })
