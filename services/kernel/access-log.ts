import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'

/** Contains no text that the client chose, except the method. */
export type AccessLogEntry = {
  readonly method: string
  /** The route pattern, without ids or search words; undefined if no route matches. */
  readonly route: string | undefined
  readonly status: number
  readonly ms: number
  readonly bytes: number
  readonly user: string | undefined
  readonly by: string | undefined
  readonly left: true | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    answeredBy?: { readonly service: string; readonly route: string | undefined }
  }
}

/** A service sends its route pattern to the gateway, which removes it from the answer. */
export const routeHeader = 'x-route'

type Options = {
  readonly level: 'info' | 'debug'
  readonly userOf: (request: FastifyRequest) => string | undefined
  readonly answered?: (answered: AccessLogEntry) => void
}

/** Replaces Fastify's own request lines, which contain addresses and search words. */
export const createAccessLog = ({ level, userOf, answered }: Options): LogController => {
  class AccessLines extends LogController {
    override incomingRequest(request: FastifyRequest, reply: FastifyReply): void {
      const began = performance.now()
      const { socket } = request.raw
      const sentBefore = socket.bytesWritten
      reply.raw.once('close', () => {
        const { answeredBy } = request
        const line: AccessLogEntry = {
          method: request.method,
          route: answeredBy?.route ?? request.routeOptions.url,
          status: reply.raw.statusCode,
          ms: Math.round((performance.now() - began) * 10) / 10,
          bytes: socket.bytesWritten - sentBefore,
          user: userOf(request),
          by: answeredBy?.service,
          left: reply.raw.writableFinished ? undefined : true,
        }
        request.log[level](line, 'request')
        answered?.(line)
      })
    }
    override requestCompleted(): void {}
  }
  return new AccessLines({ disableRequestLogging: true })
}
