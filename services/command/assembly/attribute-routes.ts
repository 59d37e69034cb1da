import { z } from 'zod'
import { attributeAnswer as answered } from '#contracts/assembly/answers.ts'
import { changedAttribute, newAttribute } from '#contracts/assembly/attributes.ts'
import { byId } from '../../kernel/params.ts'
import type { App } from '../../kernel/types.ts'
import { commandHeaders as headers, deletedSchema, responses } from '#command/kernel/describe.ts'
import { attributeAnswer } from './answers.ts'
import type { AssemblyRoutes } from './routes.ts'

const attributeId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  // Zod leaves out examples of what is transformed, so they stand on what comes before.
  .meta({ examples: [10_001] })
  .transform(Number)
  .meta({ type: 'integer' })

const config = { needs: 'edit' } as const

/** Add, change and remove an assembly's attributes. */
export const attributeRoutes = (app: App, { assemblies, edge }: AssemblyRoutes) => {
  const tags = ['assemblytypes']
  const params = z.object({ attributeId })
  const example = { description: 'Lengde', value: '2400', unit: 'mm', editable: true }

  app.post(
    '/api/assemblytypes/:id/attributes',
    {
      config: { ...config, example },
      schema: {
        tags,
        summary: 'Legg til attributt',
        headers,
        params: byId,
        body: newAttribute,
        response: responses(201, answered, [422]),
      },
    },
    (request, reply) =>
      edge(
        request,
        reply,
        (by) => assemblies.addAttribute(request.params.id, request.body, by),
        ({ id, state }) => ({
          status: 201,
          data: attributeAnswer(id, state, [...state.attributes.keys()].at(-1)!),
        }),
      ),
  )

  app.put(
    '/api/assemblytypes/attributes/:attributeId',
    {
      config: { ...config, example },
      schema: {
        tags,
        summary: 'Endre attributt',
        headers,
        params,
        body: changedAttribute,
        response: responses(200, answered),
      },
    },
    (request, reply) => {
      const { id: _echoed, ...changes } = request.body
      const { attributeId } = request.params
      return edge(
        request,
        reply,
        (by) => assemblies.changeAttribute(attributeId, changes, by),
        ({ id, state }) => ({ status: 200, data: attributeAnswer(id, state, attributeId) }),
      )
    },
  )

  app.delete(
    '/api/assemblytypes/attributes/:attributeId',
    {
      config,
      schema: {
        tags,
        summary: 'Fjern attributt',
        headers,
        params,
        response: responses(200, deletedSchema),
      },
    },
    (request, reply) => {
      const { attributeId } = request.params
      return edge(
        request,
        reply,
        (by) => assemblies.removeAttribute(attributeId, by),
        () => ({ status: 200, data: { id: attributeId } }),
      )
    },
  )
}
