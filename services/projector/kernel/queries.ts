import type { DatabasePool } from 'slonik'
import { positionOf } from '../../kernel/headers.ts'
import { refused } from '../../kernel/refused.ts'
import type { Probe } from '../../kernel/probe.ts'
import type { App } from '../../kernel/types.ts'
import { isPassing } from './poison.ts'
import type { Projector } from './run.ts'

export type Reading = {
  readonly pool: DatabasePool
  /** For what is sent while it is read: slow readers of long lists hold up nobody else. */
  readonly lists: DatabasePool
  /** Whether the database answers now; without it that is believed. */
  readonly reads?: Pick<Probe, 'failure'>
  readonly projector: Pick<Projector, 'reached' | 'isReading'>
  /** Of the definition of the tables: part of every entity tag. */
  readonly version: string
}

const patience = 2_000

/**
 * Routes that read the tables: each waits until they hold what the caller has seen already, and says so
 * when there are no tables to read.
 */
export const queries = async (
  app: App,
  { projector, reads }: Pick<Reading, 'projector' | 'reads'>,
  routes: (app: App) => Promise<void> | void,
): Promise<void> => {
  await app.register(async (scope: App) => {
    scope.addHook('preHandler', async (request) => {
      if (reads?.failure()) throw refused('UNAVAILABLE')
      const position = positionOf(request)
      if (position !== null) await projector.reached(position, patience)
      if (!projector.isReading()) throw refused('UNAVAILABLE')
    })
    scope.setErrorHandler((error, request) => {
      if (!isPassing(error)) throw error
      request.log.error({ err: error, route: request.routeOptions.url })
      throw refused('UNAVAILABLE')
    })
    await routes(scope)
  })
}
