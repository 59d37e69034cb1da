import { PassThrough, Readable } from 'node:stream'
import type { IncomingMessage, ServerResponse } from 'node:http'
import replyFrom, { type FastifyReplyFromHooks } from '@fastify/reply-from'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { outcomeUnknown, refuse } from '#contracts/refusals.ts'
import { sendRefusal } from '#kernel/failure.ts'
import { hasKey } from '#kernel/headers.ts'
import { createQueues } from '#kernel/queues.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { sessionOf } from '#access/rules.ts'
import { endStreamsAtStop, sendAnswer, type Answer } from './answer.ts'
import { createPositions } from './positions.ts'
import { requestHeaders } from './request-headers.ts'
import {
  GivenUp,
  isQuery,
  isSafe,
  serviceFor,
  type Callback,
  type Request,
  type ServiceName,
  type Upstream,
  type Upstreams,
} from './upstream.ts'

export type ProxyOptions = {
  readonly upstreams: Upstreams
  readonly internalToken: string
  readonly tls: boolean
  /** How long a client may be silent in the middle of sending, and take nothing of its answer. */
  readonly patience: { readonly silence: number; readonly reading: number }
  /** Told of answers that the security log keeps. */
  readonly answered: (request: FastifyRequest, status: number, isAttachment: boolean) => void
}

/** Of one connection to a service that has just been closed: the next try gets a new one. */
const mostRetries = 20
const pauseBetween = 100
const largest = 256 * 1024 * 1024
const answerWithin = 15 * 60_000
/** For a client to send the rest of a file that is refused already, before it is told so. */
const longestSending = 2_000
/** As many as a browser has connections to one host. */
const uploadsAtOnce = 6

/** The service never saw the request: nothing has happened, and asking again is safe. */
const notReached = ['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT', 'ENOTFOUND', 'EHOSTUNREACH']
const wasNotReached = ({ code }: NodeJS.ErrnoException): boolean => notReached.includes(code ?? '')

/** Where a request goes, told to our own requester in its headers: the package would rewrite the path. */
const serviceKey = ':service'
const pathKey = ':path'

const createRequester = (upstreams: Upstreams) => ({
  request: ({ headers, body, ...rest }: Request, callback: Callback) => {
    const { [serviceKey]: service, [pathKey]: path, ...passed } = headers as Record<string, string>
    const request = { ...rest, headers: passed, body: body || null, path: path! }
    upstreams[service as ServiceName].request(request, callback)
  },
})

/** @throws what no service needs to see. */
const refuseBeforehand = ({ method, headers }: FastifyRequest): void => {
  if (isSafe(method)) return
  if (Number(headers['content-length'] ?? 0) > largest) throw refused('TOO_LARGE')
  const type = headers['content-type']
  const isForm =
    type !== undefined && !/^(application\/json|multipart\/form-data)\s*(;|$)/i.test(type)
  // A form on another site can post these without asking first. Files are PUT, whatever their type.
  if (method === 'POST' && isForm) throw refused('UNSUPPORTED_TYPE', 'Innholdstypen støttes ikke.')
}

/**
 * A request's body, passed on as it comes. A service that refuses a file answers before it has read all of
 * it, and is then sent no more: the rest is taken from the client and dropped, since many clients, browsers
 * too, send all before they look at the answer.
 */
const passingBody = (request: IncomingMessage): Readable => {
  const body = new PassThrough()
  request.once('error', (error) => body.destroy(error))
  // One that waits for its turn has nobody else to hear of it.
  body.on('error', () => undefined)
  body.once('close', () => {
    request.unpipe(body)
    request.resume()
  })
  return request.pipe(body)
}

/** One that stops sending is cut off; one that has sent all may wait as long as the work takes. */
const limitSilence = (raw: IncomingMessage, reply: ServerResponse, silence: number): void => {
  const isUpload = !raw.complete
  raw.socket.setTimeout(isUpload ? silence : answerWithin)
  if (isUpload) raw.once('end', () => raw.socket?.setTimeout(answerWithin))
  reply.once('finish', () => raw.socket?.setTimeout(silence))
}

/** Of a request that failed: in how many milliseconds it is sent again; null if it is not. */
const retryDelay =
  (reply: FastifyReply, service: Upstream): FastifyReplyFromHooks['retryDelay'] =>
  ({ err, attempt }) => {
    const { method, body, raw } = reply.request
    if (!err || err instanceof GivenUp || service.isHanging()) return null
    const mayRepeat =
      !(body instanceof Readable) && (wasNotReached(err) || isQuery(method, raw.url!))
    // A service that was just started again is there in a moment.
    return mayRepeat && attempt < mostRetries && !reply.raw.destroyed ? pauseBetween : null
  }

const sendFailure = (reply: FastifyReply, error: Error): void => {
  const { method, raw } = reply.request
  const cause = error.cause instanceof Error ? error.cause : error
  const refusal =
    isQuery(method, raw.url!) || wasNotReached(cause)
      ? refuse('UNAVAILABLE')
      : outcomeUnknown(hasKey(raw.headers))
  void sendRefusal(reply, refusal)
}

const createForward = (options: ProxyOptions) => {
  const { upstreams, internalToken, tls, patience, answered } = options
  const settings = { positions: createPositions(), tls, readWithin: patience.reading }
  const uploads = createQueues(uploadsAtOnce)

  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    refuseBeforehand(request)
    const { method, raw, body } = request
    const path = raw.url!
    const service = upstreams[serviceFor(method, path.split('?')[0]!)]
    if (service.isHanging()) throw refused('UNAVAILABLE')
    limitSilence(raw, reply.raw, patience.silence)
    const isUpload = body instanceof Readable
    const send = (): void =>
      void reply.from('/', {
        ...(Buffer.isBuffer(body) && { body, contentType: 'application/json' }),
        // An import answers when it is done.
        ...(isUpload && { timeout: answerWithin }),
        rewriteRequestHeaders: () => ({
          ...requestHeaders(request, internalToken),
          [serviceKey]: service.name,
          [pathKey]: path,
        }),
        rewriteHeaders: () => ({}),
        retryDelay: retryDelay(reply, service)!,
        onResponse: (_request, _reply, response) => {
          const answer = response as unknown as Answer
          const disposition = String(answer.headers['content-disposition'] ?? '')
          answered(request, answer.statusCode, disposition.startsWith('attachment'))
          const send = () => sendAnswer(request, reply, service.name, answer, settings)
          if (!isUpload || raw.complete) return send()
          // Many clients send all before they look at the answer, and take an early one for a fault.
          raw.unpipe().resume()
          const late = setTimeout(send, longestSending)
          raw.once('end', () => {
            clearTimeout(late)
            send()
          })
        },
        onError: (_reply, { error }) => sendFailure(reply, error),
      })
    if (!isUpload) send()
    else
      void uploads(sessionOf(request).id, async () => {
        if (raw.destroyed) return
        const sent = new Promise((resolve) => raw.once('close', resolve))
        send()
        await sent
      })
    return reply
  }
}

/** Everything else below /api and /objects: passed to its service, and the answer back. */
export const proxyRoutes = async (app: App, options: ProxyOptions): Promise<void> => {
  await app.register(replyFrom, {
    base: 'http://services',
    undici: createRequester(options.upstreams) as never,
    disableRequestLogging: true,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  app.addContentTypeParser('*', (_request, payload, done) =>
    done(null, passingBody(payload as IncomingMessage)),
  )
  endStreamsAtStop(app)
  const forward = createForward(options)
  for (const url of ['/api', '/api/*', '/objects/*'])
    app.route({
      method: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'],
      url,
      // What is passed on is for the service to judge.
      schema: { hide: true, querystring: z.looseObject({}) },
      handler: forward,
    })
}
