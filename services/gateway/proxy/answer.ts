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

const positionAfter = (
  request: FastifyRequest,
  service: ServiceName,
  headers: IncomingHttpHeaders,
  positions: Positions,
): string | undefined => {
  const reached = headers[positionHeader]
  const isStrange = headers[staleHeader] === 'unknown'
  // The position came from a cookie of another log, not from a header: replace the cookie.
  if (isStrange && request.headers[positionHeader] === undefined) {
    headers[staleHeader] = 'false'
    return String(reached ?? 0)
  }
  if (typeof reached !== 'string') return undefined
  positions.reached(reached)
  // Also for reads, such as the state of an import.
  if (service !== 'command' || tokenOf(request) !== undefined) return undefined
  return positions.cookieAfter(request.cookies[positionCookie], reached)
}

/** Closes connections of clients that do not read, because the gateway buffers for them. */
const cutOffUnread = (stream: Readable, raw: ServerResponse, timeout: number): void => {
  let unread: NodeJS.Timeout | undefined
  const taken = () => {
    clearTimeout(unread)
    unread = undefined
  }
  stream.on('pause', () => {
    // A finished answer pauses too.
    if (!raw.destroyed) unread ??= setTimeout(() => raw.destroy(), timeout)
  })
  stream.on('resume', taken)
  raw.once('close', taken)
}

export type SignedIn = (request: FastifyRequest) => Promise<boolean>

export type AnswerSettings = {
  readonly positions: Positions
  readonly tls: boolean
  readonly readTimeout: number
}

export const sendAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  service: ServiceName,
  { headers, stream }: Answer,
  { positions, tls, readTimeout }: AnswerSettings,
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
  cutOffUnread(stream, reply.raw, readTimeout)
  void reply.send(stream)
}

/** Milliseconds after which a stream is noticed whose session or token has ended. */
const checkEvery = 3_000

/** Event streams outlive the check at their start, and would delay a stop. */
export const endStreams = (app: App, isSignedIn: SignedIn): void => {
  const streams = new Map<ServerResponse, FastifyRequest>()
  app.addHook('onSend', async (request, reply) => {
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream')) return
    streams.set(reply.raw, request)
    reply.raw.once('close', () => streams.delete(reply.raw))
  })
  const check = async (request: FastifyRequest, raw: ServerResponse) => {
    // While the database does not answer nobody knows.
    if (!(await isSignedIn(request).catch(() => true))) raw.destroy()
  }
  const timer = setInterval(() => {
    for (const [raw, request] of streams) void check(request, raw)
  }, checkEvery)
  app.addHook('preClose', async () => {
    clearInterval(timer)
    for (const raw of streams.keys()) raw.destroy()
  })
}
