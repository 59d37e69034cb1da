import { addKey, openSigners } from '#audit/notes/keys.ts'
import { openAuditDatabase } from '#audit/tables.ts'
import { argumentsOf } from '#infra/arguments.ts'
import { configuration } from '#infra/supervisor/configuration.ts'
import { runTool, withDatabases } from './tool.ts'

argumentsOf('Bruk: npm run audit:key\nLager en ny nøkkel som sjekkpunktene signeres med.', {})

/** The key is used from the next start on. */
await runTool(() =>
  withDatabases(configuration(process.env), async ({ parts }) => {
    const pool = await openAuditDatabase(parts.projector)
    try {
      await addKey(pool)
      const [newest, ...older] = (await openSigners(pool)).map(({ verifierKey }) => verifierKey)
      console.log(
        `Ny nøkkel. Systemet bruker den etter neste start, eller straks hvis det manglet en:\n${newest}`,
      )
      if (older.length > 0) console.log(`De signeres fortsatt også med:\n${older.join('\n')}`)
      return true
    } finally {
      await pool.end()
    }
  }),
)
