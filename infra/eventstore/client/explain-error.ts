import { LogDamaged } from '#contracts/event-log.ts'

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

type Explanation = readonly [pattern: RegExp, sentence: string]

const noAccess: readonly Explanation[] = [
  [
    /\bUNAUTHENTICATED\b/,
    'Hendelseslageret godtar ikke brukernavnet og passordet i EVENTSTORE_URL.',
  ],
  [
    /\bPERMISSION_DENIED\b/,
    'Brukeren i EVENTSTORE_URL har ikke rettighetene som trengs i hendelseslageret.',
  ],
]

const outOfReach: readonly Explanation[] = [
  [
    /certificate|self[- ]signed|altnames|wrong version number|SSL|TLS/i,
    'Forbindelsen til hendelseslageret er ikke til å stole på. Sjekk tls og tlsCAFile i EVENTSTORE_URL.',
  ],
  [/ENOTFOUND|EAI_AGAIN|Name resolution failed/, 'Finner ikke maskinen med hendelseslageret.'],
  [/ECONNREFUSED|ECONNRESET|EHOSTUNREACH/, 'Hendelseslageret tar ikke imot forbindelser.'],
  [/Failed to discover|No leader was found/, 'Hendelseslagerets klynge har ingen leder nå.'],
]

const textsOf = (error: unknown): string => {
  const texts: string[] = []
  for (let at = error; at !== undefined && at !== null; at = (at as Error).cause)
    texts.push(messageOf(at))
  return texts.join('\n')
}

const explain = (explanations: readonly Explanation[], text: string): string | null =>
  explanations.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** Null if the error is not about access. */
export const accessProblem = (error: unknown): string | null => explain(noAccess, textsOf(error))

export const damageIn = (error: unknown): LogDamaged | null => {
  const found = /Record at position (\d+) \(stream (\S+), revision (\d+)\)/.exec(textsOf(error))
  if (!found) return null
  const [, position, stream, revision] = found
  const sentence =
    `Hendelsesloggen er skadet på plass ${position} (${stream} nr. ${revision}). ` +
    'npm run verify viser alt som er skadet. Hent loggen tilbake fra en sikkerhetskopi, eller gå forbi hendelsen: ' +
    `npm run events:skip -- ${position} --why "..."`
  return new LogDamaged(sentence, BigInt(position!), error)
}

export const storeProblem = (error: unknown): string =>
  damageIn(error)?.problem ??
  explain([...noAccess, ...outOfReach], textsOf(error)) ??
  'Hendelseslageret svarer ikke.'
