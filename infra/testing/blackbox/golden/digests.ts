import { onConnection } from '#infra/postgres/databases.ts'
import type { Client } from '#infra/rest/client.ts'
import { runningSystem } from '#infra/supervisor/run-file.ts'
import { createReadSide } from '#projector/projections.ts'

type Columns = Readonly<Record<string, readonly string[]>>
type Digest = { readonly rows: number; readonly md5: string | null }
/** One digest per read table over the columns that the old release had, since later releases may add columns. */
export type Digests = {
  readonly columns: Columns
  readonly tables: Readonly<Record<string, Digest>>
  readonly tree: readonly string[]
}

/** Columns derived from other columns change when a release adds a column. */
const derived = ['answer', 'search']
/** Columns that depend on how the events were split into batches. */
const varying = createReadSide().projections.flatMap(({ varying = {} }) =>
  Object.entries(varying).flatMap(([table, columns]) => columns.map((one) => `${table}.${one}`)),
)

export const columnsOf = (dataDir: string): Promise<Columns> =>
  onConnection(runningSystem(dataDir)!.databases.main, async (client) => {
    const text = `
      select table_name, array_agg(column_name::text order by column_name) as columns
      from information_schema.columns
      where table_schema = 'read' and table_name <> 'checkpoint'
        and column_name <> all ($1) and table_name || '.' || column_name <> all ($2)
      group by table_name order by table_name`
    const { rows } = await client.query<{ table_name: string; columns: string[] }>(text, [
      derived,
      varying,
    ])
    return Object.fromEntries(rows.map(({ table_name, columns }) => [table_name, columns]))
  })

const tablesOf = (dataDir: string, known: Columns) =>
  onConnection(runningSystem(dataDir)!.databases.main, async (client) => {
    const tables: Record<string, Digest> = {}
    for (const [table, columns] of Object.entries(known)) {
      const text = `
        select count(*)::int as rows, md5(string_agg(row, '' order by row collate "C")) as md5
        from (
          select (
            select jsonb_object_agg(key, value)::text from jsonb_each(to_jsonb(t))
            where key = any ($1)) as row
          from read."${table}" t
        ) rows`
      tables[table] = (await client.query<Digest>(text, [columns])).rows[0]!
    }
    return tables
  })

export const digestsOf = async (
  dataDir: string,
  client: Client,
  columns: Columns,
): Promise<Digests> => {
  const { body } = await client('GET', '/api/audit/checkpoint')
  const [, size = '', root = ''] = String(body['text']).split('\n')
  return { columns, tables: await tablesOf(dataDir, columns), tree: [size, root] }
}
