import { sql } from 'slonik'
import { z } from 'zod'
import type { Entity } from '#contracts/entity.ts'
import type { Transaction } from '../kernel/projection.ts'
import { table } from './columns.ts'

const place = sql.type(z.object({ nspname: z.string() }))`
  select nspname from pg_extension join pg_namespace n on n.oid = extnamespace
  where extname = 'pg_trgm'`

/** Where the extension is installed; null where this database does not let us have it. */
const trigrams = async (tx: Transaction): Promise<string | null> => {
  const installed = await tx.maybeOneFirst(place)
  if (installed !== null) return installed
  try {
    await tx.transaction((inner) =>
      inner.query(sql.unsafe`create extension pg_trgm with schema public`),
    )
  } catch {
    return null // Search then reads whole tables: slower where they are long, and just as right.
  }
  return 'public'
}

/** Every search reads this list of new rows: as long as Postgres has it, searches beside an import take three times as long. */
const pending = sql.fragment`with (gin_pending_list_limit = 256)`

/** Finds text anywhere in long lists in milliseconds. Made when the tables are full: that is quicker. */
export const indexSearch = async (tx: Transaction, entities: readonly Entity[]): Promise<void> => {
  const schema = await trigrams(tx)
  if (schema === null) return
  const operators = sql.identifier([schema, 'gin_trgm_ops'])
  for (const entity of entities) {
    const index = sql.identifier([`${entity.name}_search`])
    await tx.query(sql.unsafe`drop index if exists ${index}`)
    await tx.query(sql.unsafe`
      create index ${index} on ${table(entity)} using gin (search ${operators}) ${pending}`)
  }
}
