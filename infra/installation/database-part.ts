import { Client } from 'pg'
import { mark, type Part } from './identity.ts'

const connected = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Schemas alone say nothing: those of the embedded server are made with it. */
const tableExists = async (client: Client, schema: string, table: string): Promise<boolean> => {
  const found = 'select from pg_tables where schemaname = $1 and tablename = $2'
  return (await client.query(found, [schema, table])).rowCount === 1
}

/** In a schema of its own, which a dump takes along. */
export const databasePart = (name: string, url: string): Part => ({
  name: `${name} «${new URL(url).pathname.slice(1)}»`,
  read: () =>
    connected(url, async (client) => {
      if (!(await tableExists(client, 'installation', 'mark'))) return null
      const { rows } = await client.query('select id, format, release from installation.mark')
      return rows.length === 0 ? null : mark.parse(rows[0])
    }),
  write: ({ id, format, release }) =>
    connected(url, async (client) => {
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

/** Whether a gateway has ever worked with this database. */
export const hasAccounts = (url: string): Promise<boolean> =>
  connected(url, (client) => tableExists(client, 'access', 'accounts'))
