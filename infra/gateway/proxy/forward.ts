import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { positionCookie, positionHeader, staleHeader } from '#contracts/answers.ts'
import { refuse, type Refusal } from '#contracts/refusals.ts'
import { routeHeader } from '../../../services/kernel/access-lines.ts'
import { failure, statusOf } from '../../../services/kernel/failure.ts'
import { requestIdHeader } from '../../../services/kernel/request-id.ts'
import { traceHeaders } from '../../../services/kernel/tracing.ts'
import { sessionOf } from '../door/rules.ts'
import type { Directions } from './directions.ts'
import { failureOf, wasNotReached } from './failures.ts'
import { isPosition, newHorizon } from './horizon.ts'
import { passing } from './passing.ts'
import { requestHeaders } from './request-headers.ts'
import { Transfer } from './transfer.ts'
import { uploadTurns } from './uploads.ts'
import type { Upstream } from './upstream.ts'

export type Forwarding = {
  readonly upstreams: Readonly<Record<Upstream['name'], Upstream>>
  readonly directions: Directions
  readonly internalToken: string
  readonly securityHeaders: Readonly<Record<string, string>>
  readonly tls: boolean
  /** How long a client may be silent in the middle of sending, and take nothing of its answer. */
  readonly patience: { readonly silence: number; readonly reading: number }
  /** Told of answers that the security log keeps. */
  readonly answered: (request: FastifyRequest, status: number, isAttachment: boolean) => void
}

/** Of one connection to a service that has just been closed: the next try gets a new one. */
const retries = 20
const pauseBetween = 100
const largest = 256 * 1024 * 1024
const answerWithin = 15 * 60_000

const connectionOnly = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'set-cookie',
  'date',
  'upgrade',
  routeHeader,
]

/** The service hangs: its answer would be waited for as long as it does. */
const givenUp = new Error('The service is silent')

const isFileOrEvents = (path: string) => /^\/objects\/|\/events$/.test(path)

const isSafe = (method: string) => method === 'GET' || method === 'HEAD'

const refusedBeforehand = (request: FastifyRequest): Refusal | null => {
  const { method, headers } = request
  if (isSafe(method)) return null
  if (Number(headers['content-length'] ?? 0) > largest) return refuse('TOO_LARGE')
  const type = headers['content-type']
  const isForm =
    type !== undefined && !/^(application\/json|multipart\/form-data)\s*(;|$)/i.test(type)
  // A form on another site can post these without asking first. Files are PUT, whatever their type.
  if (method === 'POST' && isForm) return refuse('UNSUPPORTED_TYPE', 'Innholdstypen støttes ikke.')
  return null
}

/** Passes a request to its service, and the answer back. */
export const forwarder = (forwarding: Forwarding) => {
  const { upstreams, directions, internalToken, securityHeaders, tls, patience, answered } =
    forwarding
  const cookieEnd = `; Path=/; HttpOnly; SameSite=Strict${tls ? '; Secure' : ''}`

  const refuseWith = (reply: FastifyReply, refusal: Refusal): void => {
    if (reply.raw.headersSent || reply.raw.destroyed) return
    const body = JSON.stringify(failure(refusal))
    reply.raw.writeHead(statusOf(refusal), {
      ...securityHeaders,
      [requestIdHeader]: reply.request.id,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    reply.raw.end(body)
  }

  const horizon = newHorizon()
  const inTurn = uploadTurns()

  /** Streams of events have no end of their own, and would hold up a stop. */
  const streams = new Set<ServerResponse>()
  const noteStream = (raw: ServerResponse) => {
    streams.add(raw)
    raw.once('close', () => streams.delete(raw))
  }

  const forward = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack()
    const { method, raw } = request
    const path = raw.url ?? '/'
    const refusal = refusedBeforehand(request)
    if (refusal) return refuseWith(reply, refusal)

    const isCommand = !isSafe(method)
    const query = path.indexOf('?')
    const pathname = query < 0 ? path : path.slice(0, query)
    const name = directions.serviceFor(method, pathname)
    const cookie = request.cookies[positionCookie]
    const position = isCommand || !isPosition(cookie) ? undefined : cookie
    const session = sessionOf(request)
    const headers = requestHeaders(raw.headers, session.user, internalToken, position)
    headers[requestIdHeader] = request.id
    traceHeaders(request, headers)
    // A small JSON body has been read; a file passes through, and its length with it.
    const read = request.body as Buffer | NodeJS.ReadableStream | undefined | null
    const isStream = read !== undefined && read !== null && !Buffer.isBuffer(read)
    const length = raw.headers['content-length']
    if (isStream && length !== undefined) headers['content-length'] = length

    // A client that stops sending is cut off; one that has sent all may wait as long as the work takes.
    raw.socket.setTimeout(isStream ? patience.silence : answerWithin)
    if (isStream) raw.once('end', () => raw.socket?.setTimeout(answerWithin))
    reply.raw.once('finish', () => raw.socket?.setTimeout(patience.silence))

    const head = (status: number, from: Record<string, string | string[] | undefined>) => {
      service.heard()
      const to: Record<string, string | string[] | undefined> = { ...securityHeaders }
      to[requestIdHeader] = request.id
      const route = from[routeHeader]
      request.answeredBy = { service: name, route: typeof route === 'string' ? route : undefined }
      for (const header in from) if (!connectionOnly.includes(header)) to[header] = from[header]
      const reached = from[positionHeader]
      if (typeof reached === 'string') horizon.reached(reached)
      const setCookie = (to: string) => `${positionCookie}=${to}${cookieEnd}`
      // Also where the command service only tells of what it did, as of an import.
      if (name === 'command' && typeof reached === 'string')
        to['set-cookie'] = setCookie(horizon.cookieAfter(cookie, reached))
      // A cookie of another log, which nobody has asked for: from now on it is of this one.
      if (from[staleHeader] === 'unknown' && raw.headers[positionHeader] === undefined) {
        to[staleHeader] = 'false'
        to['set-cookie'] = setCookie(String(reached ?? 0))
      }
      if (String(from['content-type']).startsWith('text/event-stream')) noteStream(reply.raw)
      const disposition = from['content-disposition']
      answered(request, status, String(disposition ?? '').startsWith('attachment'))
      return to
    }

    const service = upstreams[name]
    if (service.isSilent()) return refuseWith(reply, refuse('UNAVAILABLE'))
    let tries = 0
    const failed = (error: Error) => {
      const mayPass = error !== givenUp && !service.isSilent()
      const again =
        mayPass && !isStream && (wasNotReached(error) || !isCommand) && !reply.raw.destroyed
      // A service that was just started again is there in a moment.
      if (again && tries++ < retries) return void setTimeout(send, pauseBetween)
      request.log.warn(
        { err: error, method, route: directions.routeOf(method, pathname), to: name },
        'service did not answer',
      )
      refuseWith(reply, failureOf(error, isCommand, raw.headers))
    }
    const transfer = new Transfer(reply.raw, {
      head,
      failed,
      abortable: !isCommand,
      readWithin: patience.reading,
    })
    // An import may have been taken in whole, and goes on by itself: its answer is waited for.
    if (!isStream) {
      const waiting = isCommand ? service.waiting.commands : service.waiting.queries
      const giveUp = () => transfer.giveUp(givenUp)
      waiting.add(giveUp)
      reply.raw.once('close', () => waiting.delete(giveUp))
    }
    const pool = isStream || isFileOrEvents(pathname) ? service.streams : service.pool
    const send = () =>
      pool.dispatch(
        {
          method: method as 'GET',
          path,
          headers,
          body: isStream ? passing(raw) : (read ?? null),
          // An import answers when it is done.
          ...(isStream && { headersTimeout: answerWithin }),
        },
        transfer,
      )
    if (isStream) inTurn(session.id, raw, send)
    else send()
  }

  return {
    forward,
    endStreams: (): void => {
      for (const raw of streams) raw.destroy()
    },
  }
}
