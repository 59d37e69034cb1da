import { verifyStore } from '#infra/eventstore/verify.ts'
import { configuration } from '#infra/supervisor/configuration.ts'
import { skippedEvents } from '#kernel/skipped-events.ts'
import { verifyTables } from '#projector/kernel/verify.ts'
import { createReadSide } from '#projector/projections.ts'
import { progress } from './progress.ts'
import { runTool, withParts, type Parts } from './tool.ts'
import { verifyFiles } from './verify-files.ts'

/** Says what is wrong with the embedded event store's records; true if nothing is. */
export const verifyLog = async (databaseUrl: string | null): Promise<boolean> => {
  if (databaseUrl === null) {
    console.log('Hendelsesloggen ligger i en egen server, som har sin egen kontroll.')
    return true
  }
  const { events, damages } = await verifyStore(databaseUrl)
  for (const { position, stream, revision, what } of damages)
    console.log(`SKADET plass ${position}, ${stream} nr. ${revision}: ${what}`)
  console.log(
    damages.length === 0
      ? `Hendelsesloggen er hel: ${events} hendelser kontrollert.`
      : `Hendelsesloggen er skadet. Hent den tilbake fra en sikkerhetskopi.`,
  )
  return damages.length === 0
}

const verifyReadTables = async ({ databaseUrl, log }: Parts): Promise<boolean> => {
  const { projections } = createReadSide()
  const compared = await verifyTables(databaseUrl, projections, {
    log,
    progress: progress('Regner ut lesetabellene fra hendelsesloggen'),
  })
  for (const { table, used, rebuilt, isEqual } of compared) {
    const rows = used.rows === rebuilt.rows ? `${used.rows}` : `${used.rows} mot ${rebuilt.rows}`
    console.log(`${isEqual ? 'Lik  ' : 'ULIK '} ${table} (${rows} rader) ${used.md5 ?? ''}`)
  }
  const unequal = compared.filter(({ isEqual }) => !isEqual)
  console.log(
    unequal.length === 0
      ? `Alle ${compared.length} lesetabeller er lik en ny utregning fra hendelsesloggen.`
      : `${unequal.length} av ${compared.length} lesetabeller avviker. Kjør npm run rebuild.`,
  )
  return unequal.length === 0
}

/**
 * `npm run verify`: is the log as it was written, are the read tables exactly what it says, and are the files that
 * records name as they came?
 */
await runTool(() =>
  withParts(process.env, async (parts) => {
    const isWhole = await verifyLog(parts.eventsDatabaseUrl)
    for (const { type, stream, revision, position, user, at, why } of await skippedEvents(
      parts.log,
    ))
      console.log(
        `FORBIGÅTT plass ${position}, ${type} i ${stream} nr. ${revision}: av ${user} ${at}, «${why}»`,
      )
    const isEqual = await verifyReadTables(parts)
    const { dataDir } = configuration(process.env)
    return (await verifyFiles(parts.databaseUrl, dataDir, process.env)) && isEqual && isWhole
  }),
)
