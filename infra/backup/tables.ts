import type { ClientBase } from 'pg'
import { readSchema } from '#projector/kernel/pool.ts'

/** One raw line per row: JSON from Postgres never contains these quote and delimiter characters. */
export const lines = `with (format csv, quote e'\\x01', delimiter e'\\x02')`

/** Not the read tables, which are rebuilt, nor the installation's id. By creation: no table refers to a later one. */
const query = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$|installation$|${readSchema}(_|$))'
  order by c.oid`

export const tablesIn = async (client: ClientBase): Promise<readonly string[]> =>
  (await client.query<{ name: string }>(query)).rows.map(({ name }) => name)
