import { createHmac, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { v5, validate } from 'uuid'
import { success } from '#contracts/answers.ts'
import { OutcomeUnknown } from '#contracts/event-log.ts'
import { invalid, isRefusal, type Refusal } from '#contracts/refusals.ts'
import { etagOf, ifMatchOf, positionOf, setPosition } from '../../kernel/headers.ts'
import { Refused } from '../../kernel/refused.ts'
import { actorOf, type By, type Done } from './context.ts'
import { keyReused } from './handle.ts'
import type { positions } from './positions.ts'

const namespace = '0f5b7a0e-3f0e-5d43-9a53-0d0f6f4c8f6e'
const longestKey = 200

/** How long a command may take before the client is told that nobody knows. */
const deadline = 10_000
/** How long to wait for the log to bring what the caller has seen already. */
const patience = 2_000

/** With a key, since it stays in the log and what it stands for may be somebody's address. */
const digest = (request: FastifyRequest, secret: Buffer) =>
  createHmac('sha256', secret)
    .update(JSON.stringify([request.method, request.url, request.user.id, request.body ?? null]))
    .digest('base64url')

const byOf = (request: FastifyRequest, secret: Buffer): By => {
  const actor = { ...actorOf(request.user), requestId: request.id }
  const ifMatch = ifMatchOf(request)
  const key = request.headers['idempotency-key']
  if (key === undefined || key === '') return { ...actor, ifMatch, commandId: randomUUID() }
  const text = String(key)
  if (text.length > longestKey)
    throw new Refused(
      invalid([
        { path: 'Idempotency-Key', message: `Kan ikke være lengre enn ${longestKey} tegn` },
      ]),
    )
  const commandId = validate(text) ? text.toLowerCase() : v5(text, namespace)
  return { ...actor, ifMatch, commandId, request: digest(request, secret) }
}

type Answer = {
  readonly status: number
  readonly data: unknown
  /** The record's version, where the answer is a single record. */
  readonly version?: bigint | undefined
}
type Kept =
  | { readonly request: string; readonly refusal: Refusal }
  | { readonly request: string; readonly answer: Answer; readonly position: bigint | null }

/** Refusals that say nothing of the command itself, so that asking again may go otherwise. */
const passing = ['UNAVAILABLE', 'OUTCOME_UNKNOWN', 'INTERNAL', 'TOO_MANY_REQUESTS']

const within = async <T>(milliseconds: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OutcomeUnknown('The deadline passed')), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The way of a command through HTTP: what the caller has seen is waited for, a key makes it happen once,
 * and the answer says where in the log it left things.
 */
export const edge = (
  progress: ReturnType<typeof positions>,
  mustFollow: () => void,
  secret: Buffer = Buffer.alloc(32),
) => {
  // What the log cannot tell after the fact: refusals, and commands that changed nothing.
  const kept = new LRUCache<string, Kept>({ max: 10_000 })

  return async <D extends Done<unknown>>(
    request: FastifyRequest,
    reply: FastifyReply,
    run: (by: By) => Promise<D | Refusal>,
    answer: (done: D) => Answer | Promise<Answer>,
  ) => {
    const send = ({ status, data, version }: Answer, position: bigint | null) => {
      setPosition(reply, position)
      if (version !== undefined) void reply.header('etag', etagOf(version))
      return reply.code(status).send(success(data))
    }
    mustFollow()
    const seen = positionOf(request)
    if (seen !== null) await progress.reach(seen, patience)

    const by = byOf(request, secret)
    const known = by.request === undefined ? undefined : kept.get(by.commandId)
    if (known) {
      if (known.request !== by.request) throw new Refused(keyReused)
      if ('refusal' in known) throw new Refused(known.refusal)
      return send(known.answer, known.position)
    }
    const outcome = await within(deadline, run(by))
    if (isRefusal(outcome)) {
      if (by.request !== undefined && !passing.includes(outcome.refused))
        kept.set(by.commandId, { request: by.request, refusal: outcome })
      throw new Refused(outcome)
    }
    const made = await answer(outcome)
    const position = outcome.position ?? progress.reached()
    if (by.request !== undefined && !outcome.changed && !outcome.repeated)
      kept.set(by.commandId, { request: by.request, answer: made, position })
    return send(made, position)
  }
}

export type Edge = ReturnType<typeof edge>
