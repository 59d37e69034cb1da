import { sql, type DatabasePool } from 'slonik'
import { openTables } from '#kernel/database.ts'

/** `json` rather than `jsonb`, to keep accounts exactly as written. */
const tables = {
  schema: 'import',
  last: 'row',
  statements: [
    sql.unsafe`
      create table if not exists import.job (
        id uuid primary key,
        entity text not null,
        state text not null,
        started_at timestamptz not null,
        begun integer not null default 0, -- backups of older releases have it
        details json not null,
        answer json,
        undo json,
        digests bytea)`,
    sql.unsafe`
      create table if not exists import.row (
        job uuid not null references import.job on delete cascade,
        at integer not null,
        line integer not null,
        outcome text not null,
        record integer not null default 0,
        revision integer not null default 0,
        because text,
        note json,
        primary key (job, at))`,
  ],
}

export const openImportDatabase = (url: string): Promise<DatabasePool> =>
  openTables(url, tables, { maxPoolSize: 8 })
