import type { RefusalCode } from '#contracts/refusals.ts'
import { noteFreshness } from './freshness.tsx'
import { renewedSession } from './renewed-session.ts'

/** Where the API lives; the same origin unless the page says otherwise. */
const baseUrl = (): string =>
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content ?? ''

/** Every way a call can fail. `serverText` is what the server said, when it said something for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly serverText: string | undefined
  readonly code: RefusalCode | undefined
  readonly details: unknown

  constructor(message: string, status: number, said: Said = {}) {
    super(message)
    this.status = status
    this.serverText = said.text
    this.code = said.code
    this.details = said.details
  }
}
type Said = {
  text?: string | undefined
  code?: RefusalCode | undefined
  details?: unknown
}
type Answer = {
  success?: boolean
  data?: unknown
  error?: string
  message?: string
  code?: RefusalCode
  details?: unknown
}

export const networkError = () => new ApiError('Network error', 0)

const isAnswer = (body: unknown): body is Answer => typeof body === 'object' && body !== null

const saidBy = (body: unknown): Said =>
  isAnswer(body) ? { text: body.error ?? body.message, code: body.code, details: body.details } : {}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends with the session cookie. Without a session it waits until someone has logged in, then sends again. */
export const send = async (path: string, init?: RequestInit): Promise<Response> => {
  const once = async () => {
    try {
      return await fetch(baseUrl() + path, { credentials: 'include', ...init })
    } catch {
      throw networkError()
    }
  }
  const response = await once()
  noteFreshness(response)
  if (response.status !== 401 || path === '/api/session') return response
  return (await renewedSession()) ? once() : response
}

const bodyOf = async (response: Response): Promise<string> => {
  try {
    return await response.text()
  } catch {
    throw networkError()
  }
}

type ReadOptions = { on401?: 'raise' | 'null' }

/** The default read: GET, any JSON. Message of a failure: status, colon, space, body. */
export const readJson = async <T>(key: string | readonly unknown[], options: ReadOptions = {}) => {
  const path = typeof key === 'string' ? key : key.join('/')
  const response = await send(path)
  if (response.status === 401 && options.on401 === 'null') return null as T
  const text = await bodyOf(response)
  const body = parsed(text)
  if (!response.ok)
    throw new ApiError(
      `${response.status}: ${text || response.statusText}`,
      response.status,
      saidBy(body),
    )
  if (body === undefined) throw new ApiError('Failed to fetch data', 400)
  return body as T
}

type Outcome = { readonly body: unknown; readonly response: Response }

/** Anything but a 2xx is an error with the server's words, else 'HTTP {status}'. */
export const call = async (path: string, init: RequestInit): Promise<Outcome> => {
  const response = await send(path, init)
  const body = parsed(await bodyOf(response))
  if (response.ok) return { body, response }
  const said = saidBy(body)
  throw new ApiError(said.text ?? `HTTP ${response.status}`, response.status, said)
}

/** A 204 or an answer that is no JSON counts as success. */
const dataOf = <T>({ body }: Outcome, failure: string): T => {
  if (!isAnswer(body)) return undefined as T
  if (body.success && body.data !== undefined) return body.data as T
  throw new ApiError(body.error ?? body.message ?? failure, 400, saidBy(body))
}

/** The fetcher of every list and item: an answer needs success and data. */
export const readData = async <T>(path: string): Promise<T> => {
  const body = await readJson<Answer>(path)
  if (body.success && body.data !== undefined) return body.data as T
  throw new ApiError(body.error ?? 'Failed to fetch data', 400, saidBy(body))
}

/** Lists longer than this stay with the server: it searches, sorts and pages them. */
const mostRows = 10_000

export type Page<Row> = { readonly rows: readonly Row[]; readonly total: number }

const rowsIn = async <Row>(response: Response): Promise<readonly Row[]> => {
  const body = parsed(await bodyOf(response))
  if (isAnswer(body) && body.success && Array.isArray(body.data)) return body.data as Row[]
  throw new ApiError('Failed to fetch data', 400, saidBy(body))
}

const totalOf = (response: Response): number | undefined => {
  const total = response.headers.get('x-total-count')
  return total === null ? undefined : Number(total)
}

const readList = async (path: string): Promise<Response> => {
  const response = await send(path)
  if (response.ok) return response
  const text = await bodyOf(response)
  const said = saidBy(parsed(text))
  throw new ApiError(`${response.status}: ${text || response.statusText}`, response.status, said)
}

/** A part of a list, and how long the list is. */
export const readPage = async <Row>(path: string): Promise<Page<Row>> => {
  const response = await readList(path)
  const rows = await rowsIn<Row>(response)
  return { rows, total: totalOf(response) ?? rows.length }
}

/** The whole list; where it is too long to be here, only how long it is. The headers come first. */
export const readAll = async <Row>(path: string): Promise<readonly Row[] | number> => {
  const response = await readList(path)
  const total = totalOf(response)
  if (total === undefined || total <= mostRows) return rowsIn<Row>(response)
  await response.body?.cancel()
  return total
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

const failures = { POST: 'Failed to create', PUT: 'Failed to update' } as const

export const save = async <T>(
  method: 'POST' | 'PUT',
  path: string,
  body: unknown,
  options: SaveOptions = {},
): Promise<T> => {
  const headers = { 'Content-Type': 'application/json', ...headersOf(options) }
  const outcome = await call(path, { method, headers, body: JSON.stringify(body) })
  return dataOf<T>(outcome, failures[method])
}

export const remove = async (path: string, options: SaveOptions = {}): Promise<void> => {
  const { body } = await call(path, { method: 'DELETE', headers: headersOf(options) })
  if (isAnswer(body) && body.success === false)
    throw new ApiError(body.error ?? 'Failed to delete', 400, saidBy(body))
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
