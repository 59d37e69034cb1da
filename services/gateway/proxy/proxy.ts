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
import {
  endStreams,
  sendAnswer,
  type Answer,
  type AnswerSettings,
  type SignedIn,
} from './answer.ts'
import { createPositions } from './positions.ts'
import { answerTimeout, limitSilence, onceSent, passingBody } from './request-body.ts'
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
  /** Milliseconds that a client may pause while sending (`silence`) or reading (`reading`). */
  readonly timeouts: { readonly silence: number; readonly reading: number }
  readonly answered: (request: FastifyRequest, status: number, isAttachment: boolean) => void
  readonly isSignedIn: SignedIn
}

/** Retries cover the restart of a service. */
const mostRetries = 20
const pauseBetween = 100
const largest = 256 * 1024 * 1024
/** As many as a browser's connections per host. */
const uploadsAtOnce = 6

/** Errors before the request was sent: a retry is safe. */
const notReached = ['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT', 'ENOTFOUND', 'EHOSTUNREACH']
const wasNotReached = ({ code }: NodeJS.ErrnoException): boolean => notReached.includes(code ?? '')

/** Pseudo headers that carry the target to createRequester: @fastify/reply-from would rewrite the path. */
const serviceKey = ':service'
const pathKey = ':path'

const createRequester = (upstreams: Upstreams) => ({
  request: ({ headers, body, ...rest }: Request, callback: Callback) => {
    const { [serviceKey]: service, [pathKey]: path, ...passed } = headers as Record<string, string>
    const request = { ...rest, headers: passed, body: body || null, path: path! }
    upstreams[service as ServiceName].request(request, callback)
  },
})

const refuseBeforehand = ({ method, headers }: FastifyRequest): void => {
  if (isSafe(method)) return
  if (Number(headers['content-length'] ?? 0) > largest) throw refused('TOO_LARGE')
  const type = headers['content-type']
  const isForm =
    type !== undefined && !/^(application\/json|multipart\/form-data)\s*(;|$)/i.test(type)
  // HTML forms on another site can POST these types without a CORS preflight. Uploads are PUT, of any type.
  if (method === 'POST' && isForm) throw refused('UNSUPPORTED_TYPE', 'Innholdstypen støttes ikke.')
}

const retryDelay =
  (reply: FastifyReply, service: Upstream): FastifyReplyFromHooks['retryDelay'] =>
  ({ err, attempt }) => {
    const { method, body, raw } = reply.request
    if (!err || err instanceof GivenUp || service.isHanging()) return null
    const mayRepeat =
      !(body instanceof Readable) && (wasNotReached(err) || isQuery(method, raw.url!))
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
    ...(isUpload && { timeout: answerTimeout }),
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

const createHandler = ({ upstreams, timeouts, ...options }: ProxyOptions) => {
  const settings = { ...options, positions: createPositions(), readTimeout: timeouts.reading }
  const uploads = createQueues(uploadsAtOnce)

  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    refuseBeforehand(request)
    const { method, raw, body } = request
    const service = upstreams[serviceFor(method, raw.url!.split('?')[0]!)]
    if (service.isHanging()) throw refused('UNAVAILABLE')
    limitSilence(raw, reply.raw, timeouts.silence)
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
  endStreams(app, options.isSignedIn)
  const handler = createHandler(options)
  for (const url of ['/api', '/api/*', '/objects/*'])
    app.route({
      method: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'],
      url,
      schema: { hide: true, querystring: z.looseObject({}) },
      handler,
    })
}
