import { createHmac, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { v5, validate } from 'uuid'
import type { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { OutcomeUnknown } from '#contracts/event-log.ts'
import { invalid, isRefusal, type Refusal } from '#contracts/refusals.ts'
import { etagOf, ifMatchOf, positionOf, setPosition } from '#kernel/headers.ts'
import { Refused } from '#kernel/refused.ts'
import { withTimeout, Late } from '#kernel/timeout.ts'
import type { App } from '#kernel/types.ts'
import type { Positions } from './append.ts'
import { actorOf } from '#kernel/actor.ts'
import type { By, Done } from './command.ts'
import { deletedSchema, headers, responses } from './command-schema.ts'
import { keyReused } from './remembered-keys.ts'

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
  const actor = { ...actorOf(request.user), requestId: request.id, ifMatch: ifMatchOf(request) }
  const key = String(request.headers['idempotency-key'] ?? '')
  if (key === '') return { ...actor, commandId: randomUUID() }
  const message = `Kan ikke være lengre enn ${longestKey} tegn`
  if (key.length > longestKey) throw new Refused(invalid([{ path: 'Idempotency-Key', message }]))
  const commandId = validate(key) ? key.toLowerCase() : v5(key, namespace)
  return { ...actor, commandId, request: digest(request, secret) }
}

export type Answer = {
  readonly data: unknown
  readonly version?: bigint | undefined
}

type Kept = { readonly request: string; readonly again: (reply: FastifyReply) => FastifyReply }

/** Refusals that say nothing of the command itself, so that asking again may go otherwise. */
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
  readonly mayBeTooLarge?: boolean
  readonly run: (params: P, body: B, by: By) => Promise<D | Refusal>
  readonly answer: (done: D, params: P, body: B) => Answer | Promise<Answer>
}

type DeleteRoute<P, B> = Pick<CommandRoute<P, B, Done<unknown>>, 'tag' | 'summary' | 'body'> & {
  readonly params: z.ZodType<P>
  readonly run: (params: P, by: By, body: B) => Promise<Done<unknown> | Refusal>
  readonly idOf: (params: P) => string | number
}

/** @param mustAccept throws while no commands can be taken */
export const createCommandRoutes = (
  app: App,
  positions: Positions,
  mustAccept: () => void,
  secret: Buffer = Buffer.alloc(32),
) => {
  /** What the log cannot tell afterwards: refusals, and commands that changed nothing. */
  const kept = new LRUCache<string, Kept>({ max: 10_000 })

  const handle = async <P, B, D extends Done<unknown>>(
    request: FastifyRequest,
    reply: FastifyReply,
    { run, answer }: CommandRoute<P, B, D>,
  ): Promise<FastifyReply> => {
    mustAccept()
    const seen = positionOf(request)
    if (seen !== null) await positions.reach(seen, patience)
    const by = byOf(request, secret)
    const known = by.request === undefined ? undefined : kept.get(by.commandId)
    if (known && known.request !== by.request) throw new Refused(keyReused)
    if (known) return known.again(reply)
    const keep = (again: Kept['again']) => {
      if (by.request !== undefined) kept.set(by.commandId, { request: by.request, again })
    }

    const [params, body] = [request.params as P, request.body as B]
    const outcome = await withDeadline(run(params, body, by))
    if (isRefusal(outcome)) {
      const refuse = () => {
        throw new Refused(outcome)
      }
      if (!temporary.includes(outcome.refused)) keep(refuse)
      return refuse()
    }
    const answered = await answer(outcome, params, body)
    const position = outcome.position ?? positions.reached()
    if (!outcome.changed && !outcome.repeated) keep((again) => send(again, answered, position))
    return send(reply, answered, position)
  }

  const add = <P = unknown, B = unknown, D extends Done<unknown> = Done<unknown>>(
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    route: CommandRoute<P, B, D>,
  ): void => {
    const { tag, summary, description, params, body, example, status = 200 } = route
    app.route({
      method,
      url,
      config: { needs: 'edit', ...(example && { example }) },
      schema: {
        tags: [tag],
        summary,
        ...(description !== undefined && { description }),
        headers,
        ...(params && { params }),
        ...(body && { body }),
        response: responses(status, route.response, route.mayBeTooLarge ?? false),
      },
      handler: (request, reply) => handle(request, reply.code(status), route),
    })
  }
  return {
    add,
    addDelete: <P, B = unknown>(url: string, { run, idOf, ...rest }: DeleteRoute<P, B>): void =>
      add<P, B>('DELETE', url, {
        ...rest,
        response: deletedSchema,
        run: (params, body, by) => run(params, by, body),
        answer: (_done, params) => ({ data: { id: idOf(params) } }),
      }),
  }
}

export type CommandRoutes = ReturnType<typeof createCommandRoutes>

const send = (reply: FastifyReply, { data, version }: Answer, position: bigint | null) => {
  setPosition(reply, position)
  if (version !== undefined) void reply.header('etag', etagOf(version))
  return reply.send(success(data))
}
