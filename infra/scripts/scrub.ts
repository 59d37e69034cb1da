import { onConnection } from '#infra/postgres/databases.ts'
import { configuration } from '#infra/supervisor/configuration.ts'
import { runTool, withDatabases } from './tool.ts'

/** Of the read tables; the erasure test finds one that is missing. */
const personalTables = ['suppliers', 'record_version', 'search_entry', 'search_line', 'search_word']

/** Rewrites the tables that may hold rows of what was erased, and lets go of the log of changes to them. */
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
    // Statistics hold the commonest values of each column.
    await database.query('vacuum (full) pg_catalog.pg_statistic')
    await database.query('select pg_switch_wal()')
    await database.query('checkpoint')
  })

/** `npm run scrub`: takes what was erased out of the files of the embedded database too. */
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
