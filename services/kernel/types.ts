import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify'
import type { z } from 'zod'
import type { Permission } from '#contracts/access.ts'
import type { User } from '#contracts/access-answers.ts'
import type { AnswerHeader } from './answer-headers.ts'

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
    /** Required in the services behind the gateway, which has rules of its own. */
    needs?: Permission | 'internal'
    example?: unknown
    /** JSON schema of a multipart body, for OpenAPI only. */
    form?: object
    /** Headers of its answer, for OpenAPI only. */
    answers?: readonly AnswerHeader[]
  }
  interface FastifyRequest {
    /** Throws on a route that needs 'internal'. */
    get user(): User
  }
}
