import type { ClientBase } from 'pg'
import { readSchema } from '#projector/kernel/pool.ts'

/** Each value as it is, a line each: neither sign stands in JSON as Postgres writes it. */
export const lines = `with (format csv, quote e'\\x01', delimiter e'\\x02')`

/**
 * All but the read tables, which are made of the log, and the installation's id, since a copy is another one; in the order they were made: none refers to a later one.
 */
const query = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$|installation$|${readSchema}(_|$))'
  order by c.oid`

export const tablesIn = async (client: ClientBase): Promise<readonly string[]> =>
  (await client.query<{ name: string }>(query)).rows.map(({ name }) => name)
