import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify'
import type { z } from 'zod'
import type { Permission, User } from '#contracts/access.ts'

export interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
  serializer: unknown
}

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypes
>

declare module 'fastify' {
  interface FastifyContextConfig {
    needs: Permission | 'internal'
    example?: unknown
    /** JSON schema of a multipart body, which no schema of the route reads. */
    form?: object
  }
  interface FastifyRequest {
    /** Who asks. On a route that needs 'internal' nobody does: reading it there throws. */
    get user(): User
  }
}
