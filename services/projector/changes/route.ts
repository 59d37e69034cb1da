import { z } from 'zod'
import { changesPath } from '#contracts/change-stream.ts'
import { changes } from '#contracts/changes.ts'
import type { App } from '#kernel/types.ts'
import type { BomProjection } from '../bom/projection.ts'
import { position } from '../journal/pages.ts'
import type { Reading } from '../kernel/queries.ts'
import { changedByOthers } from './changed-by-others.ts'
import { createChangeStreams } from './change-streams.ts'

const querystring = z.object({
  since: position
    .optional()
    .describe('Også det som er endret siden: `id` av en tidligere hendelse'),
})

/** Sent by browsers that come back by themselves. */
const lastEventId = 'last-event-id'

const schema = {
  tags: ['overview'],
  summary: 'Det andre endrer, som hendelser',
  description:
    'Server-sent events: `changes` med det som er endret av andre kontoer, etter hvert. Avsluttes etter fem minutter.',
  querystring,
  response: { 200: { content: { 'text/event-stream': { schema: changes } } } },
}

export const changesRoute = (
  app: App,
  { pool, projector }: Reading,
  { model }: Pick<BomProjection, 'model'>,
): void => {
  const stream = createChangeStreams(app, {
    position: () => projector.position() ?? 0n,
    changed: (after, until, account) => changedByOthers(pool, model(), { after, until, account }),
  })
  const config = { needs: 'read' } as const
  app.get(changesPath, { config, schema, exposeHeadRoute: false }, async (request, reply) => {
    const since = position.safeParse(request.headers[lastEventId]).data ?? request.query.since
    await stream(reply, {
      account: request.user.id,
      after: since === undefined ? null : BigInt(since),
    })
    return reply
  })
}
