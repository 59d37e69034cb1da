import { refusals, type RefusalCode } from '#contracts/refusals.ts'

type Answer = {
  success?: boolean
  data?: unknown
  error?: unknown
  message?: unknown
  code?: RefusalCode
  details?: unknown
}
export const isAnswer = (body: unknown): body is Answer => typeof body === 'object' && body !== null

/** What stands between the browser and the server may answer with something else than a text. */
export const textIn = (body: unknown): string | undefined => {
  if (!isAnswer(body)) return undefined
  return [body.error, body.message].find((text) => typeof text === 'string')
}

/** Every failure of a call. `serverText` is the server's message for the user, if there is one. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly serverText: string | undefined
  readonly code: RefusalCode | undefined
  readonly details: unknown

  constructor(message: string, status: number, body?: unknown) {
    super(message)
    const answer = isAnswer(body) ? body : {}
    this.status = status
    this.serverText = textIn(body)
    this.code = answer.code
    this.details = answer.details
  }
}

export const networkError = () => new ApiError('Network error', 0)

export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The server's message, or 'HTTP {status}'. */
export const refusal = (status: number, text: string): ApiError => {
  const error = new ApiError(`HTTP ${status}`, status, parsed(text))
  if (error.serverText) error.message = error.serverText
  return error
}

export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404

export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'CONFLICT'

/** The command may have succeeded, so a retry must use the same key. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.code === 'OUTCOME_UNKNOWN')

const noContact = 'Får ikke kontakt med serveren. Prøv igjen om litt.'

/** For answers without a text, such as those of a proxy. */
const textOfStatus = (status: number): string => {
  if (status === 413) return refusals.TOO_LARGE.text
  if (status === 429) return refusals.TOO_MANY_REQUESTS.text
  return [502, 503, 504].includes(status) ? refusals.UNAVAILABLE.text : refusals.INTERNAL.text
}

/** A message for the user: the server's text if there is one. */
export const messageOf = (error: unknown, otherwise?: string): string => {
  if (!(error instanceof ApiError)) return otherwise ?? refusals.INTERNAL.text
  const { serverText, status } = error
  if (serverText) return serverText
  return status === 0 ? noContact : (otherwise ?? textOfStatus(status))
}
