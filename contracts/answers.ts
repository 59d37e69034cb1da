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

// 'true': the wait for the position timed out. 'unknown': the position is beyond the end of this log.
// Always sent, because a browser cache keeps an old value until it receives a new one.
export const staleHeader = 'x-stale'
export type Stale = 'false' | 'true' | 'unknown'
