import { onConnection } from '#infra/postgres/databases.ts'
import type { Client } from '#infra/rest/client.ts'
import { runningSystem } from '#infra/supervisor/run-file.ts'
import { createReadSide } from '#projector/projections.ts'

type Columns = Readonly<Record<string, readonly string[]>>
type Digest = { readonly rows: number; readonly md5: string | null }
/** Of each read table over the columns that a release knew: later ones may add more. */
export type Digests = {
  readonly columns: Columns
  readonly tables: Readonly<Record<string, Digest>>
  /** Size and root of the audit tree. */
  readonly tree: readonly string[]
}

/** Texts that are made of the other columns, and grow with them. */
const derived = ['answer', 'search']
/** What depends on how events fell into batches. */
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

/** What the running system has made of its log. */
export const digestsOf = async (
  dataDir: string,
  client: Client,
  columns: Columns,
): Promise<Digests> => {
  const { body } = await client('GET', '/api/audit/checkpoint')
  const [, size = '', root = ''] = String(body['text']).split('\n')
  return { columns, tables: await tablesOf(dataDir, columns), tree: [size, root] }
}
