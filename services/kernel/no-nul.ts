import type { FastifyInstance } from 'fastify'
import { refused } from './refused.ts'

/** An address with NUL in its path or its query: no database can hold it, and nobody means it. */
export const refuseNul = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ url }) => {
    if (url.includes('%00'))
      throw refused('VALIDATION', 'Adressen har tegn som ikke kan brukes.', [])
  })
}
