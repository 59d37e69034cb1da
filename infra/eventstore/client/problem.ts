import { describe } from './errors.ts'

const noAccess: readonly (readonly [RegExp, string])[] = [
  [
    /\bUNAUTHENTICATED\b/,
    'Hendelseslageret godtar ikke brukernavnet og passordet i EVENTSTORE_URL.',
  ],
  [
    /\bPERMISSION_DENIED\b/,
    'Brukeren i EVENTSTORE_URL har ikke rettighetene som trengs i hendelseslageret.',
  ],
]

const outOfReach: readonly (readonly [RegExp, string])[] = [
  [
    /certificate|self[- ]signed|altnames|wrong version number|SSL|TLS/i,
    'Forbindelsen til hendelseslageret er ikke til å stole på. Sjekk tls og tlsCAFile i EVENTSTORE_URL.',
  ],
  [/ENOTFOUND|EAI_AGAIN|Name resolution failed/, 'Finner ikke maskinen med hendelseslageret.'],
  [/ECONNREFUSED|ECONNRESET|EHOSTUNREACH/, 'Hendelseslageret tar ikke imot forbindelser.'],
  [/Failed to discover|No leader was found/, 'Hendelseslagerets klynge har ingen leder nå.'],
]

/** All that an error and what caused it say. */
const textsOf = (error: unknown): string => {
  const texts: string[] = []
  for (let at = error; at !== undefined && at !== null; at = (at as Error).cause)
    texts.push(describe(at))
  return texts.join('\n')
}
const found = (known: typeof noAccess, error: unknown): string | null => {
  const text = textsOf(error)
  return known.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

/** Why the store lets nobody in with these credentials, for whoever operates it; null if that is not it. */
export const accessProblem = (error: unknown): string | null => found(noAccess, error)

/** Where the embedded store found a record that is not as it was written. */
const damageIn = (error: unknown): string | null => {
  const damage = /Record at position (\d+) \(stream (\S+), revision (\d+)\)/.exec(textsOf(error))
  return (
    damage &&
    `Hendelsesloggen er skadet på plass ${damage[1]} (${damage[2]} nr. ${damage[3]}). Hent den tilbake fra en sikkerhetskopi.`
  )
}

/** What keeps us from the store, for whoever operates it. */
export const storeProblem = (error: unknown): string =>
  damageIn(error) ?? found([...noAccess, ...outOfReach], error) ?? 'Hendelseslageret svarer ikke.'
