import type { EventLog, Position } from '#contracts/event-log.ts'

export type KnownLog = {
  readonly position: Position
  readonly first?: string | null
  readonly event?: { readonly stream: string; readonly revision: bigint; readonly id: string }
}

type Reading = Pick<EventLog, 'last' | 'readAll'> & Partial<Pick<EventLog, 'read'>>

const countedTo = 1_000

const describeLog = async (log: Reading): Promise<string> => {
  const last = await log.last()
  const events = await log.readAll(null, countedTo + 1)
  const [first] = events
  if (last === null || !first) return 'er tom'
  const count = events.length > countedTo ? `mer enn ${countedTo}` : `${events.length}`
  return (
    `har ${count} hendelser, den første er ${first.id} (${first.type}, ${first.writtenAt}), ` +
    `den siste er på plass ${last}`
  )
}

const isSame = async (log: Reading, { position, first, event }: KnownLog): Promise<boolean> => {
  const last = await log.last()
  if (last === null || last < position) return false
  if (first && (await log.readAll(null, 1))[0]?.id !== first) return false
  return !event || (await log.read?.(event.stream, event.revision))?.[0]?.id === event.id
}

// Null if the log is the known one, else the difference. An emptied, truncated or replaced log must not pass for
// a new one: what was derived from the old log may be its last copy.
export const logDifference = async (log: Reading, known: KnownLog): Promise<string | null> => {
  if (await isSame(log, known)) return null
  const begins = known.first ? ` og begynner med hendelsen ${known.first}` : ''
  return (
    'Hendelsesloggen er ikke den som er lest før, eller den er kortere: ' +
    `det som er lest, når til plass ${known.position}${begins}; loggen ${await describeLog(log)}.`
  )
}

export const logDifferenceAdvice =
  'Ingenting er endret. Kontroller EVENTSTORE_URL og hendelseslageret, og hent loggen tilbake fra en kopi. ' +
  'Er denne loggen den rette, kjør npm run rebuild.'
