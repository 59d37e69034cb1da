import { hash } from 'node:crypto'
import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { hasKey } from '#kernel/headers.ts'
import { idempotencyKey, keyReused } from '#kernel/idempotency-key.ts'
import { createLocks, exclusive } from '#kernel/locks.ts'
import { Refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { sessionOf } from '../rules.ts'

/** In memory only and not for long: some answers have a token or a link that is stored nowhere. */
const rememberedFor = 60 * 60 * 1000
const most = 1_000

const headers = z.looseObject({ 'idempotency-key': idempotencyKey })

type Done = { readonly asked: string; readonly status: number; readonly body: unknown }

/** An API token does not get what its owner's session was answered. */
const keyOf = (request: FastifyRequest): string => {
  const { id, token } = sessionOf(request).user
  return JSON.stringify([id, token, request.headers['idempotency-key']])
}

const askedBy = ({ method, url, body }: FastifyRequest): string =>
  hash('sha256', JSON.stringify([method, url, body ?? null]))

/** A write of this scope with a key that was used before gets the first answer again, and nothing is done. */
export const repeatable = (scope: App): void => {
  const known = new LRUCache<string, Done>({ max: most, ttl: rememberedFor })
  const alone = createLocks()

  const once = (handler: RouteHandlerMethod): RouteHandlerMethod =>
    async function (request, reply) {
      const run = () => handler.call(this, request, reply)
      if (!hasKey(request.headers)) return run()
      const key = keyOf(request)
      return alone([exclusive(key)], async () => {
        const asked = askedBy(request)
        const before = known.get(key)
        if (before && before.asked !== asked) throw new Refused(keyReused)
        if (before) {
          void reply.code(before.status)
          return before.body
        }
        const body: unknown = await run()
        known.set(key, { asked, status: reply.statusCode, body })
        return body
      })
    }

  scope.addHook('onRoute', (route) => {
    if (route.method === 'GET' || route.method === 'HEAD') return
    route.handler = once(route.handler)
    route.schema = { ...route.schema, headers }
  })
}
