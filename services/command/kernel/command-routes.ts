import { z } from 'zod'
import type { Refusal } from '#contracts/refusals.ts'
import { failureSchema, successSchema } from '#kernel/openapi.ts'
import type { App } from '#kernel/types.ts'
import type { By, Done } from './command.ts'
import type { Answer, HttpCommands } from './http-command.ts'

const failures = {
  400: 'Et felt bryter en regel',
  401: 'Ikke innlogget',
  403: 'Ingen tilgang',
  404: 'Finnes ikke',
  409: 'I strid med det som finnes: CYCLE, DUPLICATE, IN_USE eller CONFLICT',
  503: 'Utilgjengelig, eller utfallet er ukjent: spør igjen med samme Idempotency-Key',
}
const tooLarge = { 422: 'Større enn systemet tillater' }

const responses = (status: 200 | 201, data: z.ZodType, mayBeTooLarge: boolean) => ({
  [status]: successSchema(data).describe('Utført'),
  ...Object.fromEntries(
    Object.entries({ ...failures, ...(mayBeTooLarge && tooLarge) }).map(([code, text]) => [
      code,
      failureSchema.describe(text),
    ]),
  ),
})

const headers = z.looseObject({
  'idempotency-key': z
    .string()
    .max(200)
    .optional()
    .describe('Samme nøkkel igjen gir samme svar og ingen ny virkning'),
  'if-match': z.string().optional().describe('Utføres bare hvis versjonen (ETag) fortsatt gjelder'),
})

const deletedSchema = z.object({ id: z.union([z.number(), z.string()]) })

export type CommandRoute<P, B, D> = {
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly params?: z.ZodType<P>
  readonly body?: z.ZodType<B>
  readonly example?: object
  readonly status?: 200 | 201
  readonly response: z.ZodType
  readonly mayBeTooLarge?: boolean
  readonly run: (params: P, body: B, by: By) => Promise<D | Refusal>
  readonly answer: (done: D, params: P, body: B) => Answer | Promise<Answer>
}

export const commandRoute = <P = unknown, B = unknown, D extends Done<unknown> = Done<unknown>>(
  app: App,
  http: HttpCommands,
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  route: CommandRoute<P, B, D>,
): void => {
  const { tag, summary, description, params, body, example, status = 200 } = route
  app.route({
    method,
    url,
    config: { needs: 'edit', ...(example && { example }) },
    schema: {
      tags: [tag],
      summary,
      ...(description !== undefined && { description }),
      headers,
      ...(params && { params }),
      ...(body && { body }),
      response: responses(status, route.response, route.mayBeTooLarge ?? false),
    },
    handler: (request, reply) => {
      const [given, asked] = [request.params as P, request.body as B]
      void reply.code(status)
      return http(
        request,
        reply,
        (by) => route.run(given, asked, by),
        (done) => route.answer(done, given, asked),
      )
    },
  })
}

type DeleteRoute<P> = Pick<CommandRoute<P, unknown, Done<unknown>>, 'tag' | 'summary'> & {
  readonly params: z.ZodType<P>
  readonly run: (params: P, by: By) => Promise<Done<unknown> | Refusal>
  readonly idOf: (params: P) => string | number
}

export const deleteRoute = <P>(
  app: App,
  http: HttpCommands,
  url: string,
  { run, idOf, ...rest }: DeleteRoute<P>,
): void =>
  commandRoute<P>(app, http, 'DELETE', url, {
    ...rest,
    response: deletedSchema,
    run: (params, _body, by) => run(params, by),
    answer: (_done, params) => ({ data: { id: idOf(params) } }),
  })
