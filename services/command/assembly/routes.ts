import { cloneBody } from '#contracts/assembly/attributes.ts'
import { linkKinds, type LinkKind } from '#contracts/assembly/links.ts'
import { assembly } from '#contracts/catalogue/index.ts'
import { recordSchema } from '#contracts/records.ts'
import { byId } from '../../kernel/params.ts'
import type { App } from '../../kernel/types.ts'
import type { AnswerOf } from '#command/catalogue/routes.ts'
import { commandHeaders as headers, responses } from '#command/kernel/describe.ts'
import type { Edge } from '#command/kernel/edge.ts'
import type { ViewOf } from '#command/kernel/view.ts'
import { attributeRoutes } from './attribute-routes.ts'
import type { AssemblyCommands } from './commands.ts'
import { linkRoutes } from './link-routes.ts'

export type AssemblyRoutes = {
  readonly assemblies: AssemblyCommands
  readonly edge: Edge
  readonly answerOf: AnswerOf
  readonly viewOf: ViewOf
}

const config = { needs: 'edit' } as const

export const assemblyRoutes = (app: App, needs: AssemblyRoutes): void => {
  for (const kind of Object.keys(linkKinds) as LinkKind[]) linkRoutes(app, kind, needs)
  attributeRoutes(app, needs)
  const { assemblies, edge, answerOf } = needs

  app.post(
    '/api/assemblytypes/:id/clone',
    {
      config: { ...config, example: { name: 'Linje - Kopi', description: 'Kopi av Linje' } },
      schema: {
        tags: ['assemblytypes'],
        summary: 'Klone sammenstillingen, med deler, underenheter og attributter',
        headers,
        params: byId,
        body: cloneBody,
        response: responses(201, recordSchema(assembly), [422]),
      },
    },
    (request, reply) =>
      edge(
        request,
        reply,
        (by) => assemblies.clone(request.params.id, request.body, by),
        async (done) => ({ status: 201, ...(await answerOf(assembly, done)) }),
      ),
  )
}
