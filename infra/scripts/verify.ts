import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { sql } from 'slonik'
import { z } from 'zod'
import { openAuditDatabase } from '#audit/tables.ts'
import { checkpointsToVerify } from '#audit/verify/checkpoints.ts'
import { compare, type FindPlace } from '#audit/verify/compare.ts'
import { verdictsOf } from '#audit/verify/verdicts.ts'
import { damageOf, FileDamaged, type Damage } from '#command/objects/damage.ts'
import { storeFor } from '#command/objects/open.ts'
import { s3Environment } from '#command/objects/s3-client.ts'
import { isFileName, type FileStore } from '#command/objects/store.ts'
import { referredFiles, type ReferredFile } from '#projector/catalogue/referred-files.ts'
import { argumentsOf } from '#infra/arguments.ts'
import { verifyStore } from '#infra/eventstore/verify.ts'
import { configuration } from '#infra/supervisor/configuration.ts'
import { environment } from '#kernel/environment.ts'
import { skippedEvents } from '#kernel/skipped-events.ts'
import { openPool } from '#projector/kernel/pool.ts'
import { verifyTables } from '#projector/kernel/verify.ts'
import { createReadSide } from '#projector/projections.ts'
import { progress, runTool, withParts, type Parts } from './tool.ts'

const verifyLog = async (databaseUrl: string | null): Promise<boolean> => {
  if (databaseUrl === null) {
    console.log('Hendelsesloggen ligger i en egen server, som har sin egen kontroll.')
    return true
  }
  const { events, damages } = await verifyStore(databaseUrl)
  for (const { position, stream, revision, what } of damages)
    console.log(`SKADET plass ${position}, ${stream} nr. ${revision}: ${what}`)
  console.log(
    damages.length === 0
      ? `Hendelsesloggen er hel: ${events} ${events === 1 ? 'hendelse' : 'hendelser'} kontrollert.`
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

type FileFault = Damage | 'missing'
const words: Record<FileFault, string> = {
  missing: 'filen er borte',
  facts: 'opplysningene om filen er uleselige',
  size: 'filen har en annen lengde enn da den kom',
  content: 'filen har et annet innhold enn da den kom',
}

const faultOf = async (store: FileStore, name: string): Promise<FileFault | null> => {
  try {
    const found = await store.find(name)
    return found ? await damageOf(store, found) : 'missing'
  } catch (error) {
    if (error instanceof FileDamaged) return error.damage
    throw error
  }
}

const verifyFiles = async ({ databaseUrl, dataDir }: Parts): Promise<boolean> => {
  const store = storeFor({ ...environment(z.object(s3Environment)), DATA_DIR: dataDir })
  const users = Map.groupBy(
    (await referredFiles(databaseUrl)).filter(({ path }) => isFileName(basename(path))),
    ({ path }) => basename(path),
  )
  let damaged = 0
  for (const [name, uses] of users) {
    const fault = await faultOf(store, name)
    if (!fault) continue
    damaged++
    console.log(`SKADET ${uses[0]!.path}: ${words[fault]}. Brukt av ${uses.map(userOf).join(', ')}`)
  }
  console.log(
    damaged === 0
      ? `Filene er hele: ${users.size} kontrollert.`
      : `${damaged} av ${users.size} filer er skadet eller borte. Hent dem fra en sikkerhetskopi.`,
  )
  return damaged === 0
}

const userOf = ({ entity, id, label }: ReferredFile) => `${entity.noun.one} ${id} (${label})`

const placeRow = sql.type(z.object({ stream: z.string(), revision: z.string() }))

/** The journal keeps where an event stood, also after it is gone from the log. */
const placeIn =
  (databaseUrl: string): FindPlace =>
  async (position) => {
    const pool = await openPool(databaseUrl, { size: 1 })
    try {
      return (await pool.exists(sql.unsafe`select where to_regclass('journal') is not null`))
        ? await pool.maybeOne(placeRow`
            select stream, revision::text from journal where position = ${position} and own`)
        : null
    } finally {
      await pool.end()
    }
  }

type NoteFile = { readonly path: string; readonly note: string }

const noteIn = (path: string): NoteFile => {
  try {
    return { path, note: readFileSync(path, 'utf8') }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new Error(`Sjekkpunktet ${path} kan ikke leses (${code}).`, { cause })
  }
}

const verifyTree = async (
  { databaseUrl, stored }: Parts,
  file: NoteFile | undefined,
): Promise<boolean> => {
  const pool = await openAuditDatabase(databaseUrl)
  try {
    const { checkpoints, damaged } = await checkpointsToVerify(pool, file)
    if (checkpoints.length + damaged.length === 0) console.log('Ingen sjekkpunkter er laget ennå.')
    const compared = await compare(stored, pool, checkpoints, placeIn(databaseUrl))
    const found = [...verdictsOf(compared), ...damaged]
    for (const { text } of found) console.log(text)
    return found.every(({ isWhole }) => isWhole)
  } finally {
    await pool.end()
  }
}

const usage = `Bruk: npm run verify -- [--checkpoint <fil>]
Kontrollerer hendelsesloggen, lesetabellene, filene og sjekkpunktene, også det i filen.`
const { values } = argumentsOf(usage, { checkpoint: { type: 'string' } })

await runTool(async () => {
  // Before the checks, which may take hours.
  const file = values.checkpoint === undefined ? undefined : noteIn(values.checkpoint)
  return withParts(configuration(process.env), async (parts) => {
    const isLogIntact = await verifyLog(parts.eventsDatabaseUrl)
    for (const { type, stream, revision, position, user, at, why } of await skippedEvents(
      parts.log,
    ))
      console.log(
        `FORBIGÅTT plass ${position}, ${type} i ${stream} nr. ${revision}: av ${user} ${at}, «${why}»`,
      )
    // An altered event may fit no table. Only the tree tells which event it is.
    const areTablesEqual = await verifyReadTables(parts).catch((error: unknown) => {
      console.log(
        `Lesetabellene kan ikke regnes ut: ${error instanceof Error ? error.message : error}`,
      )
      return false
    })
    const areFilesIntact = await verifyFiles(parts)
    return (await verifyTree(parts, file)) && areFilesIntact && areTablesEqual && isLogIntact
  })
})
