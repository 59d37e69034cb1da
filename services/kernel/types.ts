import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify'
import type { z } from 'zod'
import type { Permission, User } from '#contracts/access.ts'

/** Requests are typed by the zod schemas of their routes. */
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
    /** What the caller's role must allow; 'internal' is for the other parts of the system only. */
    needs: Permission | 'internal'
    /** A body that the route accepts, for its description. */
    example?: unknown
  }
  interface FastifyRequest {
    /** Who asks. On a route that needs 'internal' nobody does: reading it there throws. */
    get user(): User
  }
}
