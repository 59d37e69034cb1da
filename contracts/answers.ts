import type { RefusalCode } from './refusals.ts'

/** The envelope of every JSON answer: see the interface description in docs/api.md. */
export type Success<Data> = { readonly success: true; readonly data: Data }
export type Failure = {
  readonly success: false
  readonly error: string
  readonly code: RefusalCode
  readonly details?: unknown
}

export const success = <Data>(data: Data): Success<Data> => ({ success: true, data })

/** Header and cookie by which a query waits for the command that came before it. */
export const positionHeader = 'x-event-position'
export const positionCookie = 'position'
