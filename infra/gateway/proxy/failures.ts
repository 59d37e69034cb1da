import { refuse, type Refusal } from '#contracts/refusals.ts'

const codeOf = (error: Error): unknown => ('code' in error ? error.code : undefined)

const notReached = ['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT', 'ENOTFOUND', 'EHOSTUNREACH']

/** The service never saw the request: nothing has happened, and asking again is safe. */
export const wasNotReached = (error: Error): boolean =>
  notReached.some((code) => code === codeOf(error))

/** What a broken connection means for whoever asked. */
export const failureOf = (error: Error, isCommand: boolean): Refusal =>
  isCommand && !wasNotReached(error) ? refuse('OUTCOME_UNKNOWN') : refuse('UNAVAILABLE')
