import { z } from 'zod'
import { attributeAnswer } from '#contracts/assembly/attributes.ts'
import { kindsOfLink, linkKinds, type LinkKind } from '#contracts/assembly/links.ts'
import { linkSchema } from '#contracts/records.ts'
import { successSchema } from '#kernel/openapi.ts'
import { byId } from '#kernel/params.ts'
import type { App } from '#kernel/types.ts'
import { existingAssembly } from './answer.ts'
import type { BomProjection } from './projection.ts'
import type { Reading } from '../kernel/queries.ts'
import { jsonHeaders } from '../kernel/list-answer.ts'
import { attributesOf, linksOf } from '../assembly/queries.ts'

/** What an assembly is linked to directly, and its attributes: what the screens that edit it read. */
export const assemblyRoutes =
  ({ pool }: Pick<Reading, 'pool'>, bom: BomProjection) =>
  (app: App): void => {
    for (const kind of kindsOfLink)
      app.get(
        `/api/assemblytypes/:id/${linkKinds[kind].path}`,
        {
          config: { needs: 'read' },
          schema: {
            tags: ['assemblytypes'],
            summary: `${linksNamed[kind]} i en sammenstilling`,
            params: byId,
            response: { 200: successSchema(z.array(linkSchema(kind))) },
          },
        },
        async (request, reply) => {
          const { id } = request.params
          existingAssembly(bom.model(), id)
          const data = await linksOf(pool, kind, id)
          return reply.headers(jsonHeaders).send({ success: true, data })
        },
      )

    app.get(
      '/api/assemblytypes/:id/attributes',
      {
        config: { needs: 'read' },
        schema: {
          tags: ['assemblytypes'],
          summary: 'Attributter for en sammenstilling',
          params: byId,
          response: { 200: successSchema(z.array(attributeAnswer)) },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        existingAssembly(bom.model(), id)
        const data = await attributesOf(pool, id)
        return reply.headers(jsonHeaders).send({ success: true, data })
      },
    )
  }

const linksNamed: Record<LinkKind, string> = {
  component: 'Komponenter',
  motor: 'Motorer',
  sensor: 'Sensorer',
  subassembly: 'Underenheter',
}
