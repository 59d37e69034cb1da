import { createHmac, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { v5, validate } from 'uuid'
import type { z } from 'zod'
import { positionHeader, success } from '#contracts/answers.ts'
import { OutcomeUnknown } from '#contracts/event-log.ts'
import { isRefusal, type Refusal } from '#contracts/refusals.ts'
import { keyReused } from '#kernel/idempotency-key.ts'
import { etagOf, ifMatchOf, positionOf, setPosition } from '#kernel/headers.ts'
import { Refused } from '#kernel/refused.ts'
import { withTimeout, Late } from '#kernel/timeout.ts'
import type { App } from '#kernel/types.ts'
import type { Positions } from '#kernel/positions.ts'
import { actorOf } from '#kernel/actor.ts'
import type { By, Done } from './command.ts'
import { deletedSchema, headers, responses } from './command-schema.ts'

const namespace = '0f5b7a0e-3f0e-5d43-9a53-0d0f6f4c8f6e'

/** Milliseconds before a command is answered with OUTCOME_UNKNOWN. */
const deadline = 10_000
/** Milliseconds to wait for the position that the caller has seen. */
const maxWait = 2_000

/** An HMAC, since the digest stays in the log and the body may contain personal data. */
const digest = (request: FastifyRequest, secret: Buffer) =>
  createHmac('sha256', secret)
    .update(JSON.stringify([request.method, request.url, request.user.id, request.body ?? null]))
    .digest('base64url')

const byOf = (request: FastifyRequest, secret: Buffer): By => {
  const actor = { ...actorOf(request.user), requestId: request.id, ifMatch: ifMatchOf(request) }
  const key = String(request.headers['idempotency-key'] ?? '')
  if (key === '') return { ...actor, commandId: randomUUID() }
  const commandId = validate(key) ? key.toLowerCase() : v5(key, namespace)
  return { ...actor, commandId, request: digest(request, secret) }
}

export type Answer = {
  readonly data: unknown
  readonly version?: bigint | undefined
}

type Outcome = Refusal | { readonly answer: Answer; readonly position: bigint | null }
type Kept = { readonly request: string; readonly outcome: Outcome }

/** Temporary refusals: a retry may succeed. */
const temporary = ['UNAVAILABLE', 'OUTCOME_UNKNOWN', 'INTERNAL', 'TOO_MANY_REQUESTS']

const withDeadline = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await withTimeout(work, deadline)
  } catch (error) {
    if (error instanceof Late) throw new OutcomeUnknown('The deadline passed', { cause: error })
    throw error
  }
}

type CommandRoute<P, B, D> = {
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly params?: z.ZodType<P>
  readonly body?: z.ZodType<B>
  readonly example?: object
  readonly status?: 200 | 201
  readonly response: z.ZodType
  /** Whether `answer` gives the version of the record. */
  readonly isVersioned?: boolean
  readonly mayBeTooLarge?: boolean
  readonly run: (params: P, body: B, by: By) => Promise<D | Refusal>
  readonly answer: (done: D, params: P, body: B) => Answer | Promise<Answer>
}

type DeleteRoute<P, B> = Pick<
  CommandRoute<P, B, Done<unknown>>,
  'tag' | 'summary' | 'params' | 'body' | 'run'
> & { readonly idOf: (params: P) => string | number }

const send = (reply: FastifyReply, outcome: Outcome) => {
  if (isRefusal(outcome)) throw new Refused(outcome)
  const { answer, position } = outcome
  setPosition(reply, position)
  if (answer.version !== undefined) void reply.header('etag', etagOf(answer.version))
  return reply.send(success(answer.data))
}

export class CommandRoutes {
  readonly #app: App
  readonly #positions: Positions
  readonly #mustAccept: () => void
  readonly #secret: Buffer
  /** Answers that are not in the log: refusals, and commands without changes. */
  readonly #kept = new LRUCache<string, Kept>({ max: 10_000 })

  /** @param mustAccept throws while commands cannot be accepted */
  constructor(
    app: App,
    positions: Positions,
    mustAccept: () => void,
    secret: Buffer = Buffer.alloc(32),
  ) {
    this.#app = app
    this.#positions = positions
    this.#mustAccept = mustAccept
    this.#secret = secret
  }

  add<P = unknown, B = unknown, D extends Done<unknown> = Done<unknown>>(
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    route: CommandRoute<P, B, D>,
  ): void {
    const { tag, summary, description, params, body, example, status = 200 } = route
    this.#app.route({
      method,
      url,
      config: {
        needs: 'edit',
        answers: [positionHeader, ...(route.isVersioned ? (['etag'] as const) : [])],
        ...(example && { example }),
      },
      schema: {
        tags: [tag],
        summary,
        ...(description !== undefined && { description }),
        headers,
        ...(params && { params }),
        ...(body && { body }),
        response: responses(status, route.response, route.mayBeTooLarge ?? false),
      },
      handler: async (request, reply) => send(reply.code(status), await this.#run(request, route)),
    })
  }

  addDelete<P, B = unknown>(url: string, { idOf, ...route }: DeleteRoute<P, B>): void {
    this.add<P, B>('DELETE', url, {
      ...route,
      response: deletedSchema,
      answer: (_done, params) => ({ data: { id: idOf(params) } }),
    })
  }

  async #run<P, B, D extends Done<unknown>>(
    request: FastifyRequest,
    route: CommandRoute<P, B, D>,
  ): Promise<Outcome> {
    this.#mustAccept()
    const seen = positionOf(request)
    if (seen !== null) await this.#positions.reach(seen, maxWait)
    const by = byOf(request, this.#secret)
    const known = by.request === undefined ? undefined : this.#kept.get(by.commandId)
    if (known) return known.request === by.request ? known.outcome : keyReused

    const keep = (outcome: Outcome) => {
      if (by.request !== undefined) this.#kept.set(by.commandId, { request: by.request, outcome })
    }
    const [params, body] = [request.params as P, request.body as B]
    const done = await withDeadline(route.run(params, body, by))
    if (isRefusal(done)) {
      // Of a reused key, the answer to its first request is remembered.
      if (done !== keyReused && !temporary.includes(done.refused)) keep(done)
      return done
    }
    const answer = await route.answer(done, params, body)
    const outcome = { answer, position: done.position ?? this.#positions.current }
    if (!done.changed && !done.repeated) keep(outcome)
    return outcome
  }
}
