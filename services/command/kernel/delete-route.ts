import type { z } from 'zod'
import type { Refusal } from '#contracts/refusals.ts'
import type { App } from '../../kernel/types.ts'
import type { By, Done } from './context.ts'
import { commandHeaders, deletedSchema, responses } from './describe.ts'
import type { Edge } from './edge.ts'

type Deleting<Params extends z.ZodType> = {
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly params: Params
  readonly run: (params: z.output<Params>, by: By) => Promise<Done<unknown> | Refusal>
  readonly idOf: (params: z.output<Params>) => string | number
}

/** What is deleted answers with its id. */
export const deleteRoute = <Params extends z.ZodType>(
  app: App,
  edge: Edge,
  { path, tag, summary, params, run, idOf }: Deleting<Params>,
): void => {
  const schema = {
    tags: [tag],
    summary,
    headers: commandHeaders,
    params,
    response: responses(200, deletedSchema),
  }
  app.delete(path, { config: { needs: 'edit' }, schema }, (request, reply) => {
    const given = request.params as z.output<Params>
    return edge(
      request,
      reply,
      (by) => run(given, by),
      () => ({ status: 200, data: { id: idOf(given) } }),
    )
  })
}
