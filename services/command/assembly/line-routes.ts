import { success } from '#contracts/answers.ts'
import { linesBody, linesCheck, linesDone, type LinesBody } from '#contracts/assembly/lines.ts'
import { isRefusal } from '#contracts/refusals.ts'
import { etagOf } from '#kernel/headers.ts'
import { failureSchema, successSchema } from '#kernel/openapi.ts'
import { byId } from '#kernel/params.ts'
import { Refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import type { CommandRoutes } from '../kernel/command-routes.ts'
import { versionOf, type AssemblyContext } from './commands.ts'
import { checkLines } from './line-checks.ts'
import { changeLines, type LinesContext, type LinesDone } from './lines.ts'

const url = '/api/assemblytypes/:id/lines'
const tag = 'assemblytypes'
const example = {
  lines: [{ kind: 'component', itemId: 1, quantity: 4, notes: 'Monteres sist' }],
}

export const lineRoutes = (routes: CommandRoutes, context: LinesContext): void =>
  routes.add<{ id: number }, LinesBody, LinesDone>('POST', url, {
    tag,
    summary: 'Endre mange linjer i stykklisten, alle eller ingen',
    description:
      'Legger inn det som ikke er der, og endrer det som er der. Nye sammenstillinger i `made` opprettes med sine egne linjer.',
    params: byId,
    body: linesBody,
    example,
    mayBeTooLarge: true,
    response: linesDone,
    run: ({ id }, body, by) => changeLines(context, by, id, body),
    answer: ({ made }, { id }) => ({ data: { id, made } }),
  })

export const lineCheckRoute = (app: App, context: AssemblyContext): void => {
  const schema = {
    tags: [tag],
    summary: 'Hva linjene ville endre; ingenting skrives',
    params: byId,
    body: linesBody,
    response: {
      200: successSchema(linesCheck),
      400: failureSchema,
      404: failureSchema,
      409: failureSchema,
      422: failureSchema,
    },
  }
  const config = { needs: 'edit', answers: ['etag'], example } as const
  app.post(`${url}/check`, { config, schema }, async (request, reply) => {
    const { id } = request.params
    const changes = await checkLines(context, id, request.body)
    if (isRefusal(changes)) throw new Refused(changes)
    void reply.header('etag', etagOf(await versionOf(context, id)))
    return success({ changes })
  })
}
