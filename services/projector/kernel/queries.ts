import type { DatabasePool } from 'slonik'
import { positionHeader, staleHeader, type Stale } from '#contracts/answers.ts'
import type { EventLog, Position } from '#contracts/event-log.ts'
import { positionOf, setPosition } from '#kernel/headers.ts'
import { refused } from '#kernel/refused.ts'
import type { Probe } from '#kernel/probe.ts'
import type { App } from '#kernel/types.ts'
import type { Projector } from './run.ts'
import type { Usernames } from './usernames.ts'

export type QueryContext = {
  readonly pool: DatabasePool
  /** A separate pool for streamed lists, so that slow clients block nobody else. */
  readonly lists: DatabasePool
  /** Whether the database answers. Without it, it is assumed to. */
  readonly reads?: Pick<Probe, 'failure'>
  readonly usernames: Usernames
  /** Events as stored; personal data stays sealed. */
  readonly log: Pick<EventLog, 'read'>
  readonly projector: Pick<Projector, 'reached' | 'isBeyond' | 'position' | 'isReading'>
  /** Hash of the tables' definition, part of every entity tag. */
  readonly version: string
}

const maxWait = 2_000
/** Milliseconds. The tables usually catch up by then. */
const soon = 250

const staleness = async (
  { reached, isBeyond }: QueryContext['projector'],
  required: Position,
): Promise<Stale> => {
  if (await reached(required, soon)) return 'false'
  if (await isBeyond(required)) return 'unknown'
  return (await reached(required, maxWait - soon)) ? 'false' : 'true'
}

/** Each route waits for the position that the caller has seen, and marks answers that are older. */
export const createQueries = async (
  app: App,
  { projector, reads }: Pick<QueryContext, 'projector' | 'reads'>,
  routes: (app: App) => void,
): Promise<void> => {
  await app.register(async (scope: App) => {
    scope.addHook('preHandler', async (request, reply) => {
      if (reads?.failure()) throw refused('UNAVAILABLE')
      const required = positionOf(request)
      void reply.header(
        staleHeader,
        required === null ? 'false' : await staleness(projector, required),
      )
      if (!projector.isReading()) throw refused('UNAVAILABLE')
      // Read before the rows, so that the answer is at least as new.
      setPosition(reply, projector.position())
    })
    scope.addHook('onRoute', (route) => {
      const { answers = [], ...config } = route.config ?? {}
      route.config = { ...config, answers: [...answers, positionHeader, staleHeader] }
    })
    routes(scope)
  })
}
