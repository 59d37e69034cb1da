import { Readable } from 'node:stream'
import { z } from 'zod'
import type { FastifyReply } from 'fastify'
import { changesPath } from '#contracts/change-stream.ts'
import { changes, type Changes } from '#contracts/changes.ts'
import type { App } from '#kernel/types.ts'
import type { Position } from '#contracts/event-log.ts'
import { refused } from '#kernel/refused.ts'
import { pause } from '#kernel/timeout.ts'
import type { BomProjection } from '../bom/projection.ts'
import { position } from '../journal/pages.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { changedByOthers } from './changed-by-others.ts'

const lookEvery = 1_000
const heartbeat = 20_000
/** Streams end then. The client reconnects, which checks its session again. */
const longest = 5 * 60_000
const mostOfOne = 10
const mostInAll = 500

type Source = {
  readonly position: () => Position
  readonly changed: (after: Position, until: Position, account: string) => Promise<Changes>
}
type Subscriber = { readonly account: string; readonly after: Position | null }

const eventOf = (position: Position, changes: Changes): string =>
  `id: ${position}\nevent: changes\ndata: ${JSON.stringify(changes)}\n\n`

/** Sends changes at most once a second. For a slow reader only the position is kept. */
async function* changeEvents(
  { position, changed }: Source,
  { account, after }: Subscriber,
  ended: AbortSignal,
): AsyncGenerator<string> {
  const end = Date.now() + longest
  const start = position()
  // A position beyond the end belongs to another log.
  let at = after !== null && after < start ? after : start
  let lastSent = Date.now()
  yield eventOf(at, { records: [] })
  for (; !ended.aborted && Date.now() < end; await pause(lookEvery, ended)) {
    const until = position()
    const changes = until > at ? await changed(at, until, account) : { records: [] }
    at = until
    const isNews = changes.records.length > 0
    if (!isNews && Date.now() - lastSent < heartbeat) continue
    lastSent = Date.now()
    yield isNews ? eventOf(at, changes) : ':\n\n'
  }
}

/** Server-sent events of changes by others. Limits the open streams per account. */
const createChangeStreams = (app: App, source: Source) => {
  const open = new Map<AbortController, string>()
  // Open streams would keep the server from closing.
  app.addHook('preClose', async () => {
    for (const stream of open.keys()) stream.abort()
  })

  return (reply: FastifyReply, subscriber: Subscriber) => {
    const own = [...open.values()].filter((account) => account === subscriber.account)
    if (own.length >= mostOfOne || open.size >= mostInAll) throw refused('TOO_MANY_REQUESTS')
    const stream = new AbortController()
    open.set(stream, subscriber.account)
    reply.raw.once('close', () => {
      stream.abort()
      open.delete(stream)
    })
    const events = changeEvents(source, subscriber, stream.signal)
    return reply
      .headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      .send(Readable.from(events, { objectMode: false, highWaterMark: 1 }))
  }
}

const querystring = z.object({
  since: position
    .optional()
    .describe('Også det som er endret siden: `id` av en tidligere hendelse'),
})

/** Browsers send it when they reconnect. */
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
  { pool, projector }: QueryContext,
  { model }: Pick<BomProjection, 'model'>,
): void => {
  const stream = createChangeStreams(app, {
    position: () => projector.position() ?? 0n,
    changed: (after, until, account) => changedByOthers(pool, model(), { after, until, account }),
  })
  const config = { needs: 'read' } as const
  app.get(changesPath, { config, schema, exposeHeadRoute: false }, async (request, reply) => {
    const since = position.safeParse(request.headers[lastEventId]).data ?? request.query.since
    const after = since === undefined ? null : BigInt(since)
    return stream(reply, { account: request.user.id, after })
  })
}
