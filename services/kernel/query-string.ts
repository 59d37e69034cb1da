import type { FastifyInstance, RouteOptions } from 'fastify'
import { z } from 'zod'
import { refused } from './refused.ts'

const nothing = z.strictObject({})

const strictly = (declared: unknown): unknown => {
  if (declared === undefined) return nothing
  const isOpen = declared instanceof z.ZodObject && declared.def.catchall === undefined
  return isOpen ? declared.strict() : declared
}

// Refuses unknown parameters: otherwise a misspelt filter would silently return unfiltered data.
// A route that must accept any parameter declares a looseObject.
export const refuseUnknownParameters = (
  app: FastifyInstance,
  isMeant: (route: RouteOptions) => boolean = () => true,
): void => {
  app.addHook('onRoute', (route) => {
    if (isMeant(route))
      route.schema = { ...route.schema, querystring: strictly(route.schema?.querystring) }
  })
}

/** Postgres cannot store NUL. */
export const refuseNul = (app: FastifyInstance): void => {
  app.addHook('onRequest', ({ url }, _reply, done) =>
    done(
      url.includes('%00')
        ? refused('VALIDATION', 'Adressen har tegn som ikke kan brukes.', [])
        : undefined,
    ),
  )
}
