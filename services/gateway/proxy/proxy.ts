import { Readable } from 'node:stream'
import type { IncomingMessage } from 'node:http'
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
import { endStreamsAtStop, sendAnswer, type Answer, type AnswerSettings } from './answer.ts'
import { createPositions } from './positions.ts'
import { answerWithin, limitSilence, onceSent, passingBody } from './request-body.ts'
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

type Settings = Pick<ProxyOptions, 'internalToken' | 'answered'> & AnswerSettings

/** Passes a request on to its service, and the answer back. */
const forward = (
  { internalToken, answered, ...settings }: Settings,
  service: Upstream,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const { raw, body } = request
  const isUpload = body instanceof Readable
  void reply.from('/', {
    ...(Buffer.isBuffer(body) && { body, contentType: 'application/json' }),
    ...(isUpload && { timeout: answerWithin }),
    rewriteRequestHeaders: () => ({
      ...requestHeaders(request, internalToken),
      [serviceKey]: service.name,
      [pathKey]: raw.url!,
    }),
    rewriteHeaders: () => ({}),
    retryDelay: retryDelay(reply, service)!,
    onResponse: (_request, _reply, response) => {
      const answer = response as unknown as Answer
      const disposition = String(answer.headers['content-disposition'] ?? '')
      answered(request, answer.statusCode, disposition.startsWith('attachment'))
      const send = () => sendAnswer(request, reply, service.name, answer, settings)
      if (isUpload) onceSent(raw, send)
      else send()
    },
    onError: (_reply, { error }) => sendFailure(reply, error),
  })
}

const createHandler = ({ upstreams, patience, ...options }: ProxyOptions) => {
  const settings = { ...options, positions: createPositions(), readWithin: patience.reading }
  const uploads = createQueues(uploadsAtOnce)

  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    refuseBeforehand(request)
    const { method, raw, body } = request
    const service = upstreams[serviceFor(method, raw.url!.split('?')[0]!)]
    if (service.isHanging()) throw refused('UNAVAILABLE')
    limitSilence(raw, reply.raw, patience.silence)
    if (body instanceof Readable)
      void uploads(sessionOf(request).id, async () => {
        if (raw.destroyed) return
        const sent = new Promise((resolve) => raw.once('close', resolve))
        forward(settings, service, request, reply)
        await sent
      })
    else forward(settings, service, request, reply)
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
  const handler = createHandler(options)
  for (const url of ['/api', '/api/*', '/objects/*'])
    app.route({
      method: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'],
      url,
      // What is passed on is for the service to judge.
      schema: { hide: true, querystring: z.looseObject({}) },
      handler,
    })
}
