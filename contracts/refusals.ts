export const refusals = {
  VALIDATION: { status: 400, text: 'Noen felter må rettes.' },
  UNAUTHENTICATED: { status: 401, text: 'Du er ikke logget inn.' },
  FORBIDDEN: { status: 403, text: 'Du har ikke tilgang til dette.' },
  NOT_FOUND: { status: 404, text: 'Finnes ikke.' },
  CYCLE: { status: 409, text: 'Koblingen ville gitt en sirkulær avhengighet.' },
  DUPLICATE: { status: 409, text: 'Finnes allerede.' },
  IN_USE: { status: 409, text: 'Kan ikke slettes, fordi det er i bruk.' },
  CONFLICT: { status: 409, text: 'Noen andre endret denne posten. Last inn på nytt.' },
  TOO_LARGE: { status: 413, text: 'Filen er for stor.' },
  UNSUPPORTED_TYPE: { status: 415, text: 'Filtypen støttes ikke.' },
  LIMIT: { status: 422, text: 'Endringen er større enn systemet tillater.' },
  TOO_MANY_REQUESTS: { status: 429, text: 'For mange forespørsler. Vent litt og prøv igjen.' },
  DAMAGED: {
    status: 500,
    text: 'Filen er skadet og vises ikke. En administrator kan hente den fra en sikkerhetskopi.',
  },
  INTERNAL: { status: 500, text: 'Det oppstod en uventet feil.' },
  UNAVAILABLE: {
    status: 503,
    text: 'Systemet er ikke tilgjengelig akkurat nå. Prøv igjen om litt.',
  },
  OUTCOME_UNKNOWN: {
    status: 503,
    text: 'Vi vet ikke om endringen ble lagret. Se etter om den finnes, før du prøver igjen.',
  },
} as const satisfies Record<string, { status: number; text: string }>

export type RefusalCode = keyof typeof refusals

/** A value, not an exception: a refusal is a normal outcome. The route turns it into a response. */
export type Refusal = {
  readonly refused: RefusalCode
  /** Replaces the default text of the code. */
  readonly text?: string
  readonly details?: unknown
}

export const refuse = (code: RefusalCode, text?: string, details?: unknown): Refusal => ({
  refused: code,
  ...(text !== undefined && { text }),
  ...(details !== undefined && { details }),
})

/** With an idempotency key a retry cannot run the command twice; without one it can. */
export const outcomeUnknown = (hasKey: boolean): Refusal =>
  refuse(
    'OUTCOME_UNKNOWN',
    hasKey
      ? 'Vi vet ikke om endringen ble lagret. Prøv igjen: den blir ikke utført to ganger.'
      : undefined,
  )

export const isRefusal = (outcome: unknown): outcome is Refusal =>
  typeof outcome === 'object' && outcome !== null && 'refused' in outcome

/** `path` is dotted, as in `pricing.priceFactor`. */
export type FieldError = { readonly path: string; readonly message: string }

export const invalid = (details: readonly FieldError[]): Refusal =>
  refuse('VALIDATION', details.length === 1 ? details[0]!.message : undefined, details)
