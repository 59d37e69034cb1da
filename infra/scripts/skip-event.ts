import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { eventSkipped, skippedStream, skippedType } from '#contracts/skipped-events.ts'
import { isOwnStream } from '#contracts/streams.ts'
import { currentVersion, placeOf } from '#contracts/parse-event.ts'
import { argumentsOf } from '#infra/arguments.ts'
import { replacedType } from '#infra/eventstore/replace-damaged.ts'
import { followedTo, snapshotIn } from '#command/model/log-checkpoint.ts'
import { readCheckpoint } from '#projector/kernel/checkpoint.ts'
import { openPool } from '#projector/kernel/pool.ts'
import { configuration } from '#infra/supervisor/configuration.ts'
import { findEvenIfDamaged } from './find-event.ts'
import { runTool, withParts, type Parts } from './tool.ts'

const usage =
  'Bruk: npm run events:skip -- <plass eller id> --why "hvorfor" [--who navn]\n' +
  'Plassen står i feilmeldingen. Hendelsen blir stående i loggen, og det noteres hvem som gikk forbi den og hvorfor.'

/** Then skipping it leaves rows in the read tables that a rebuild would not create. */
const isInReadTables = async (
  databaseUrl: string,
  { position }: RecordedEvent,
): Promise<boolean> => {
  const pool = await openPool(databaseUrl, { size: 1 })
  try {
    const checkpoint = await readCheckpoint(pool)
    return checkpoint?.position != null && checkpoint.position >= position
  } finally {
    await pool.end()
  }
}

const stopsCommands = async (dataDir: string, { position }: RecordedEvent): Promise<boolean> => {
  const followed = await followedTo(snapshotIn(dataDir))
  return followed === null || followed < position
}

const skip = async (parts: Parts, what: string, why: string, user: string) => {
  const { log, databaseUrl, dataDir } = parts
  const event = await findEvenIfDamaged(parts, what)
  if (!event) throw new Error(`Loggen har ingen hendelse på plass eller med id ${what}.`)
  if (event.type === skippedType) throw new Error(`${placeOf(event)} er allerede gått forbi.`)
  if (!isOwnStream(event.stream))
    throw new Error(`${placeOf(event)} er ikke i en av systemets strømmer, og leses aldri.`)
  const isRead = event.type !== replacedType && (await isInReadTables(databaseUrl, event))
  if (isRead && !(await stopsCommands(dataDir, event)))
    throw new Error(`${placeOf(event)} er lest inn, og stopper ingenting.`)

  const { id, type, stream, revision, position } = event
  const past = await log.read(skippedStream)
  const data = { id, type, stream, revision: `${revision}`, position: `${position}`, why }
  const metadata = {
    commandId: randomUUID(),
    user,
    at: new Date().toISOString(),
    v: currentVersion,
  }
  const appended = await log.append(
    skippedStream,
    [{ id: randomUUID(), type: eventSkipped, data, metadata }],
    past.at(-1)?.revision ?? 'none',
  )
  if (!appended.appended) throw new Error('Noen andre gikk forbi en hendelse samtidig. Prøv igjen.')
  console.log(`Går forbi ${placeOf(event)}. Notert: ${user}, «${why}».`)
  console.log('Et system som kjører, går videre innen et halvt minutt.')
  if (isRead) console.log('Lesetabellene har lest den inn. Lag dem på nytt: npm run rebuild')
  return true
}

const { values, words } = argumentsOf(
  usage,
  { why: { type: 'string' }, who: { type: 'string' } },
  1,
)

await runTool(async () => {
  const [what] = words
  const why = values.why?.trim()
  if (what === undefined || !why) throw new Error(usage)
  const who = values.who?.trim() || userInfo().username
  return withParts(configuration(process.env), (parts) => skip(parts, what, why, who))
})
