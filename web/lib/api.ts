import type { RefusalCode } from '#contracts/refusals.ts'
import { readAsOf } from './as-of.ts'
import { keepPlace } from './keep-place.ts'
import { noteRead } from './read-positions.ts'
import { noteStaleAnswer } from './stale-data.tsx'

/** Where the API lives; the same origin unless the page says otherwise. */
export const baseUrl = (): string =>
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content ?? ''

type Answer = {
  success?: boolean
  data?: unknown
  error?: string
  message?: string
  code?: RefusalCode
  details?: unknown
}
export const isAnswer = (body: unknown): body is Answer => typeof body === 'object' && body !== null

/** Every way a call can fail. `serverText` is what the server said, when it said something for people. */
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
    this.serverText = answer.error ?? answer.message
    this.code = answer.code
    this.details = answer.details
  }
}

export const networkError = () => new ApiError('Network error', 0)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A refusal with the server's words, else 'HTTP {status}'. */
export const refusal = (status: number, text: string): ApiError => {
  const error = new ApiError(`HTTP ${status}`, status, parsed(text))
  if (error.serverText) error.message = error.serverText
  return error
}

type LogIn = () => Promise<void>
let logInAgain: LogIn | undefined

/** The session gate says here how to ask people to log in again. */
export const onLostSession = (handler: LogIn | undefined): void => {
  logInAgain = handler
}

/** Sends with the session cookie. Without a session it waits until someone has logged in, then sends again. */
export const send = async (path: string, init?: RequestInit): Promise<Response> => {
  const isRead = (init?.method ?? 'GET') === 'GET'
  const address = baseUrl() + (isRead ? readAsOf(path) : path)
  const once = async () => {
    try {
      return await fetch(address, { credentials: 'include', ...init })
    } catch {
      throw networkError()
    }
  }
  const response = await once()
  noteStaleAnswer(response)
  if (isRead && response.ok) noteRead(path, response)
  if (response.status !== 401 || path === '/api/session' || !logInAgain) return response
  await logInAgain()
  return once()
}

const textOf = async (response: Response): Promise<string> => {
  try {
    return await response.text()
  } catch {
    throw networkError()
  }
}

export const noData = (body: unknown) => new ApiError('Failed to fetch data', 400, body)

export const bodyOf = async (response: Response): Promise<unknown> => parsed(await textOf(response))

/** Message of a read that fails: status, colon, space, body. */
export const readResponse = async (path: string): Promise<Response> => {
  const response = await send(path)
  if (response.ok) return response
  const { status, statusText } = response
  const text = await textOf(response)
  throw new ApiError(`${status}: ${text || statusText}`, status, parsed(text))
}

export const readJson = async <T>(path: string): Promise<T> => {
  const body = await bodyOf(await readResponse(path))
  if (body === undefined) throw noData(body)
  return body as T
}

/** The fetcher of every list and item: an answer needs success and data. */
export const readData = async <T>(path: string): Promise<T> => {
  const body = await readJson<Answer>(path)
  if (body.success && body.data !== undefined) return body.data as T
  throw new ApiError(body.error ?? 'Failed to fetch data', 400, body)
}

type Outcome = { readonly body: unknown; readonly response: Response }

/** Anything but a 2xx is a refusal. */
export const call = async (path: string, init: RequestInit): Promise<Outcome> => {
  const response = await send(path, init)
  const text = await textOf(response)
  if (response.ok) return { body: parsed(text), response }
  throw refusal(response.status, text)
}

/** A 204 or an answer that is no JSON counts as success. */
const dataOf = <T>({ body }: Outcome, failure: string): T => {
  if (!isAnswer(body)) return undefined as T
  if (body.success && body.data !== undefined) return body.data as T
  throw new ApiError(body.error ?? body.message ?? failure, 400, body)
}

/** One item with its version, for a save that must not overwrite what others did meanwhile. */
export const readVersioned = async <T>(path: string): Promise<{ data: T; version?: string }> => {
  const outcome = await call(path, { method: 'GET' })
  const version = outcome.response.headers.get('etag')
  return { data: dataOf<T>(outcome, 'Failed to fetch data'), ...(version && { version }) }
}

export type SaveOptions = {
  /** The same key again is the same command: it is done once. */
  key?: string
  /** Refused with CONFLICT when the record has another version by now. */
  version?: string | undefined
}

const headersOf = ({ key, version }: SaveOptions) => ({
  ...(key && { 'Idempotency-Key': key }),
  ...(version && { 'If-Match': version }),
})

const failures = { POST: 'Failed to create', PUT: 'Failed to update', DELETE: 'Failed to delete' }

export const save = async <T>(
  method: keyof typeof failures,
  path: string,
  body: unknown,
  options: SaveOptions = {},
): Promise<T> => {
  const headers = { 'Content-Type': 'application/json', ...headersOf(options) }
  const outcome = await call(path, { method, headers, body: JSON.stringify(body) })
  return dataOf<T>(outcome, failures[method])
}

/** Each delete has a key of its own: sent twice on the way, it is done once. */
export const remove = async (path: string): Promise<void> => {
  const headers = headersOf({ key: newKey() })
  const goOn = keepPlace()
  const { body } = await call(path, { method: 'DELETE', headers })
  if (isAnswer(body) && body.success === false)
    throw new ApiError(body.error ?? failures.DELETE, 400, body)
  goOn()
}

/** A key for the commands of one opened form or one click. */
export const newKey = (): string => crypto.randomUUID()

/** True when the command may have been done although it seems to have failed: keep its key. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.code === 'OUTCOME_UNKNOWN')

/** What to tell people about a failure: the server's sentence, or why there is none. */
export const messageOf = (error: unknown, otherwise = 'Det oppstod en uventet feil.'): string => {
  if (!(error instanceof ApiError)) return otherwise
  if (error.serverText) return error.serverText
  return error.status === 0 ? 'Får ikke kontakt med serveren. Prøv igjen om litt.' : otherwise
}
