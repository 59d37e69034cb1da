import { sql } from 'slonik'
import { z } from 'zod'
import type { Transaction } from './projection.ts'

/** Search needs the extension pg_trgm. It is outside the read schema, which is replaced by refills. */
export class MissingTrigrams extends Error {
  override readonly name = 'MissingTrigrams'
}

const place = sql.type(z.object({ nspname: z.string() }))`
  select nspname from pg_extension join pg_namespace n on n.oid = extnamespace
  where extname = 'pg_trgm'`
const role = sql.type(z.object({ role: z.string() }))`select current_user as role`

type Connection = Pick<Transaction, 'query' | 'oneFirst' | 'maybeOneFirst'>

/** @throws MissingTrigrams if it is missing and the role may not install it. */
export const ensureTrigrams = async (connection: Connection): Promise<void> => {
  if ((await connection.maybeOneFirst(place)) !== null) return
  try {
    await connection.query(sql.unsafe`create extension if not exists pg_trgm with schema public`)
  } catch (cause) {
    const name = await connection.oneFirst(role)
    throw new MissingTrigrams(
      `Databasen mangler utvidelsen pg_trgm, og rollen ${name} kan ikke installere den. Kjør dette som eier av databasen: create extension pg_trgm`,
      { cause },
    )
  }
}

/** The schema of the extension, which is not in the search_path. */
export const trigramSchema = async (connection: Connection) =>
  sql.identifier([await connection.oneFirst(place)])
