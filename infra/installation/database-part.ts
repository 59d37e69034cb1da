import type { Client } from 'pg'
import { databaseName, onConnection } from '../postgres/databases.ts'
import { mark, type Part } from './identity.ts'

/** Checks tables, because the embedded server always has the schemas. */
const tableExists = async (client: Client, schema: string, table: string): Promise<boolean> => {
  const found = 'select from pg_tables where schemaname = $1 and tablename = $2'
  return (await client.query(found, [schema, table])).rowCount === 1
}

/** In its own schema, so that a dump includes it. */
export const databasePart = (name: string, url: string): Part => ({
  name: `${name} «${databaseName(url)}»`,
  read: () =>
    onConnection(url, async (client) => {
      if (!(await tableExists(client, 'installation', 'mark'))) return null
      const { rows } = await client.query('select id, format, release from installation.mark')
      return rows.length === 0 ? null : mark.parse(rows[0])
    }),
  write: ({ id, format, release }) =>
    onConnection(url, async (client) => {
      await client.query(`
        create schema if not exists installation;
        create table if not exists installation.mark (
          single boolean primary key default true check (single),
          id text not null, format int not null, release text not null)`)
      await client.query(
        `insert into installation.mark values (true, $1, $2, $3)
        on conflict (single) do update set id = $1, format = $2, release = $3`,
        [id, format, release],
      )
    }),
})

export const hasAccounts = (url: string): Promise<boolean> =>
  onConnection(url, (client) => tableExists(client, 'access', 'accounts'))
