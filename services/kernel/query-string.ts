import type { FastifyInstance, RouteOptions } from 'fastify'
import { z } from 'zod'
import { refused } from './refused.ts'

const nothing = z.strictObject({})

const strictly = (declared: unknown): unknown => {
  if (declared === undefined) return nothing
  const isOpen = declared instanceof z.ZodObject && declared.def.catchall === undefined
  return isOpen ? declared.strict() : declared
}

/**
 * A query parameter that a route does not declare is refused by name, so that nobody takes an answer to
 * another question for theirs. Where a caller's parameters are not ours to know, the route says looseObject.
 */
export const refuseUnknownParameters = (
  app: FastifyInstance,
  isMeant: (route: RouteOptions) => boolean = () => true,
): void => {
  app.addHook('onRoute', (route) => {
    if (isMeant(route))
      route.schema = { ...route.schema, querystring: strictly(route.schema?.querystring) }
  })
}

/** An address with NUL in its path or its query: no database can hold it, and nobody means it. */
export const refuseNul = (app: FastifyInstance): void => {
  app.addHook('onRequest', ({ url }, _reply, done) =>
    done(
      url.includes('%00')
        ? refused('VALIDATION', 'Adressen har tegn som ikke kan brukes.', [])
        : undefined,
    ),
  )
}
