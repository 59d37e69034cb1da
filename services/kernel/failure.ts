import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '#contracts/answers.ts'
import { LogDamaged, OutcomeUnknown, StoreUnavailable } from '#contracts/event-log.ts'
import {
  invalid,
  outcomeUnknown,
  refuse,
  refusals,
  type FieldError,
  type Refusal,
} from '#contracts/refusals.ts'
import { StoppedAtEvent } from '#contracts/parse-event.ts'
import { isDamage, isDatabaseUnavailable } from './database-errors.ts'
import { hasKey } from './headers.ts'
import { Refused } from './refused.ts'

/** Validation errors. An invalid id in the path becomes 404. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput'
  readonly errors: readonly FieldError[]
  validationContext?: string
  constructor(errors: readonly FieldError[]) {
    super('Invalid input')
    this.errors = errors
  }
}

const byStatus: Readonly<Record<number, Refusal>> = {
  401: refuse('UNAUTHENTICATED'),
  403: refuse('FORBIDDEN'),
  404: refuse('NOT_FOUND'),
  413: refuse('TOO_LARGE', 'Forespørselen er for stor.'),
  // The only long parameters are invalid ones.
  414: refuse('NOT_FOUND'),
  415: refuse('UNSUPPORTED_TYPE', 'Innholdstypen støttes ikke.'),
  429: refuse('TOO_MANY_REQUESTS'),
  503: refuse('UNAVAILABLE'),
}

const refusalOfInput = ({ validationContext: part, errors }: InvalidInput): Refusal => {
  if (part === 'params') return refuse('NOT_FOUND')
  if (part !== 'querystring') return invalid(errors)
  const named = errors.map(({ path }) => path).join(', ')
  return refuse('VALIDATION', `Parametre i adressen som ikke kan brukes: ${named}`, errors)
}

/** Unexpected errors become INTERNAL, with the request id as reference to the log. */
export const refusalOf = (
  error: unknown,
  { id: reference, headers }: Pick<FastifyRequest, 'id' | 'headers'>,
): Refusal => {
  if (error instanceof Refused) return error.refusal
  if (error instanceof InvalidInput) return refusalOfInput(error)
  if (error instanceof LogDamaged) return refuse('UNAVAILABLE', error.problem)
  if (error instanceof StoreUnavailable || isDatabaseUnavailable(error) || isDamage(error))
    return refuse('UNAVAILABLE')
  if (error instanceof StoppedAtEvent)
    return refuse('UNAVAILABLE', `Endringer tas ikke imot. ${error.message}`)
  if (error instanceof OutcomeUnknown) return outcomeUnknown(hasKey(headers))
  const { statusCode: status = 500, code } = error as Partial<FastifyError>
  const known = byStatus[status]
  if (known) return known
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || (error instanceof SyntaxError && status === 400))
    return refuse('VALIDATION', 'Forespørselen er ikke gyldig JSON.', [])
  if (status >= 400 && status < 500) return refuse('VALIDATION', 'Ugyldig forespørsel.', [])
  return refuse('INTERNAL', undefined, { reference })
}

export const failure = ({ refused: code, text, details }: Refusal): Failure => ({
  success: false,
  error: text ?? refusals[code].text,
  code,
  ...(details !== undefined && { details }),
})

export const sendRefusal = (reply: FastifyReply, refusal: Refusal): FastifyReply => {
  const { retryAfter } = (refusal.details ?? {}) as { retryAfter?: number }
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter))
  return reply.code(refusals[refusal.refused].status).send(failure(refusal))
}
