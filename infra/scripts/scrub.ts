import { argumentsOf } from '#infra/arguments.ts'
import { onConnection } from '#infra/postgres/databases.ts'
import { configuration } from '#infra/supervisor/configuration.ts'
import { runTool, withDatabases } from './tool.ts'

/** The erasure test fails if a table with personal data is missing here. */
const personalTables = ['suppliers', 'record_version', 'search_entry', 'search_line', 'search_word']

/** Deleted rows stay in Postgres' files until a table is rewritten, and in the WAL until it is dropped. */
const scrub = (url: string): Promise<void> =>
  onConnection(url, async (database) => {
    const { rows } = await database.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and (c.relname = any($1) or n.nspname = 'import')`,
      [personalTables],
    )
    for (const { name } of rows) await database.query(`vacuum (full, analyze) ${name}`)
    await database.query('vacuum (full) privacy.keys')
    // Statistics contain the most common values of each column.
    await database.query('vacuum (full) pg_catalog.pg_statistic')
    await database.query('select pg_switch_wal()')
    await database.query('checkpoint')
  })

argumentsOf(
  'Bruk: npm run scrub\nFjerner det som er slettet, fra filene til den innebygde databasen.',
  {},
)

await runTool(async () => {
  const configured = configuration(process.env)
  if (configured.databaseUrl !== undefined)
    throw new Error(
      'npm run scrub er for den innebygde databasen. En egen Postgres (DATABASE_URL) ryddes av den som drifter den.',
    )
  await withDatabases(configured, ({ main }) => scrub(main))
  console.log('Det som er slettet, ligger ikke lenger i databasens filer.')
  return true
})
