import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { positionCookie, positionHeader, staleHeader } from '#contracts/answers.ts'
import { routeHeader } from '#kernel/access-log.ts'
import type { App } from '#kernel/types.ts'
import { tokenOf } from '#access/tokens/tokens.ts'
import type { Positions } from './positions.ts'
import type { ServiceName } from './upstream.ts'

export type Answer = {
  readonly statusCode: number
  readonly headers: IncomingHttpHeaders
  readonly stream: Readable
}

const connectionOnly = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'set-cookie',
  'date',
  'upgrade',
  routeHeader,
]

/** The position cookie after an answer; undefined where it stays as it is. */
const positionAfter = (
  request: FastifyRequest,
  service: ServiceName,
  headers: IncomingHttpHeaders,
  positions: Positions,
): string | undefined => {
  const reached = headers[positionHeader]
  const isStrange = headers[staleHeader] === 'unknown'
  // A cookie of another log, which nobody has asked for: from now on it is of this one.
  if (isStrange && request.headers[positionHeader] === undefined) {
    headers[staleHeader] = 'false'
    return String(reached ?? 0)
  }
  if (typeof reached !== 'string') return undefined
  positions.reached(reached)
  // Also where the command service only tells of what it did, as of an import.
  if (service !== 'command' || tokenOf(request) !== undefined) return undefined
  return positions.cookieAfter(request.cookies[positionCookie], reached)
}

/** A client that takes nothing of its answer for so long is cut off: what it does not read is held by us. */
const cutOffUnread = (stream: Readable, raw: ServerResponse, within: number): void => {
  let unread: NodeJS.Timeout | undefined
  const taken = () => {
    clearTimeout(unread)
    unread = undefined
  }
  stream.on('pause', () => {
    // Of an answer that is over a pause is the end.
    if (!raw.destroyed) unread ??= setTimeout(() => raw.destroy(), within)
  })
  stream.on('resume', taken)
  raw.once('close', taken)
}

export type AnswerSettings = {
  readonly positions: Positions
  readonly tls: boolean
  readonly readWithin: number
}

/** Passes the answer of a service on, at the pace of the client. */
export const sendAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  service: ServiceName,
  { headers, stream }: Answer,
  { positions, tls, readWithin }: AnswerSettings,
): void => {
  const route = headers[routeHeader]
  request.answeredBy = { service, route: typeof route === 'string' ? route : undefined }
  const position = positionAfter(request, service, headers, positions)
  for (const [name, value] of Object.entries(headers))
    if (!connectionOnly.includes(name)) void reply.header(name, value)
  if (position !== undefined) {
    const cookie = `${positionCookie}=${position}; Path=/; HttpOnly; SameSite=Strict`
    void reply.header('set-cookie', tls ? `${cookie}; Secure` : cookie)
  }
  cutOffUnread(stream, reply.raw, readWithin)
  void reply.send(stream)
}

/** Streams of events have no end of their own, and would hold up a stop. */
export const endStreamsAtStop = (app: App): void => {
  const streams = new Set<ServerResponse>()
  app.addHook('onSend', async (_request, reply) => {
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream')) return
    streams.add(reply.raw)
    reply.raw.once('close', () => streams.delete(reply.raw))
  })
  app.addHook('preClose', async () => {
    for (const raw of streams) raw.destroy()
  })
}
