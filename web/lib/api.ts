import { ApiError, isAnswer, networkError, parsed, refusal, textIn } from './api-error.ts'
import { readAsOf } from './as-of.ts'
import { noteContact } from './contact.ts'
import { noteRead } from './read-positions.ts'
import { noteStaleAnswer } from './stale-data.tsx'

/** The same origin, unless a meta tag names another one. */
export const baseUrl = (): string =>
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content ?? ''

type LogIn = () => Promise<void>
let logInAgain: LogIn | undefined

/** Set by the session gate, to show the login screen. */
export const onLostSession = (handler: LogIn | undefined): void => {
  logInAgain = handler
}

/** Sends with the session cookie. After a 401 it waits for a new login and sends again. */
export const send = async (path: string, init?: RequestInit): Promise<Response> => {
  const isRead = (init?.method ?? 'GET') === 'GET'
  const address = baseUrl() + (isRead ? readAsOf(path) : path)
  const once = async () => {
    const response = await fetch(address, { credentials: 'include', ...init }).catch(() => {
      noteContact(false)
      throw networkError()
    })
    noteContact(true)
    noteStaleAnswer(response)
    if (isRead && response.ok) noteRead(path, response)
    return response
  }
  const response = await once()
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

const noData = 'Failed to fetch data'

const dataIn = <T>(body: unknown, failure: string): T => {
  const answer = isAnswer(body) ? body : {}
  if (answer.success && answer.data !== undefined) return answer.data as T
  throw new ApiError(textIn(body) ?? failure, 400, body)
}

export const dataOf = async <T>(response: Response): Promise<T> =>
  dataIn<T>(parsed(await textOf(response)), noData)

/** If it fails, the error's message is 'status: body'. */
export const readResponse = async (path: string): Promise<Response> => {
  const response = await send(path)
  if (response.ok) return response
  const { status, statusText } = response
  const text = await textOf(response)
  throw new ApiError(`${status}: ${text || statusText}`, status, parsed(text))
}

export const readJson = async <T>(path: string): Promise<T> => {
  const body = parsed(await textOf(await readResponse(path)))
  if (!isAnswer(body) || !body.success) throw new ApiError(textIn(body) ?? noData, 400, body)
  return body as T
}

export const readData = async <T>(path: string): Promise<T> => dataOf<T>(await readResponse(path))

/** Throws for every status other than 2xx. */
export const call = async (path: string, init: RequestInit) => {
  const response = await send(path, init)
  const text = await textOf(response)
  if (response.ok) return { body: parsed(text), response }
  throw refusal(response.status, text)
}

/** `version` is the ETag, for optimistic locking. */
export type Versioned<T> = { data: T; version?: string }

const withVersion = <T>(data: T, { headers }: Response): Versioned<T> => {
  const version = headers.get('etag')
  return { data, ...(version && { version }) }
}

export const readVersioned = async <T>(path: string): Promise<Versioned<T>> => {
  const { body, response } = await call(path, { method: 'GET' })
  return withVersion(dataIn<T>(body, noData), response)
}

export type SaveOptions = {
  /** Idempotency key: the server runs a command with the same key only once. */
  key?: string
  /** The server answers CONFLICT if the record has another version now. */
  version?: string | undefined
}

const headersOf = ({ key, version }: SaveOptions) => ({
  ...(key && { 'Idempotency-Key': key }),
  ...(version && { 'If-Match': version }),
})

const failures = { POST: 'Failed to create', PUT: 'Failed to update', DELETE: 'Failed to delete' }

export const saveVersioned = async <T>(
  method: keyof typeof failures,
  path: string,
  body: unknown,
  options: SaveOptions = {},
): Promise<Versioned<T>> => {
  const headers = { 'Content-Type': 'application/json', ...headersOf(options) }
  const answer = await call(path, { method, headers, body: JSON.stringify(body) })
  // A 204, or an answer that is not JSON, is a success.
  const data = isAnswer(answer.body) ? dataIn<T>(answer.body, failures[method]) : (undefined as T)
  return withVersion(data, answer.response)
}

export const save = async <T>(...request: Parameters<typeof saveVersioned>): Promise<T> =>
  (await saveVersioned<T>(...request)).data

/** Has its own idempotency key, in case the network sends it twice. */
export const remove = async (path: string): Promise<void> => {
  const headers = headersOf({ key: newKey() })
  const { body } = await call(path, { method: 'DELETE', headers })
  if (isAnswer(body) && body.success === false)
    throw new ApiError(textIn(body) ?? failures.DELETE, 400, body)
}

/** An idempotency key for one form or one click. */
export const newKey = (): string => crypto.randomUUID()
