import type { RefusalCode } from './refusals.ts'

export type Success<Data> = { readonly success: true; readonly data: Data }
export type Failure = {
  readonly success: false
  readonly error: string
  readonly code: RefusalCode
  readonly details?: unknown
}

export const success = <Data>(data: Data): Success<Data> => ({ success: true, data })

export const positionHeader = 'x-event-position'
export const positionCookie = 'position'

/**
 * Says of every answer to a query whether it is older than was asked for: 'true' where the wait was in
 * vain, 'unknown' where the log has never come so far, and the position so is of another. It is always
 * said: what a browser keeps with an answer stays until it hears otherwise.
 */
export const staleHeader = 'x-stale'
export type Stale = 'false' | 'true' | 'unknown'
