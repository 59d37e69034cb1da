import { z } from 'zod'
import { attributeAnswer } from '#contracts/assembly/answers.ts'
import { linkKinds, type LinkKind } from '#contracts/assembly/links.ts'
import { linkSchema } from '#contracts/records.ts'
import { byId } from '../../kernel/params.ts'
import type { App } from '../../kernel/types.ts'
import { assemblyNode, kindsOfLink } from '../bom/asked.ts'
import type { BomProjection } from '../bom/projection.ts'
import type { Reading } from '../kernel/queries.ts'
import { attributesOf } from './attributes-query.ts'
import { linksOf } from './links-query.ts'

const headers = {
  'cache-control': 'private, no-cache',
  'content-type': 'application/json; charset=utf-8',
}
const listOf = (data: z.ZodType) => ({ 200: z.object({ success: z.literal(true), data }) })

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
            response: listOf(z.array(linkSchema(kind))),
          },
        },
        async (request, reply) => {
          const { id } = request.params
          assemblyNode(bom.model(), id)
          const links = await linksOf(pool, kind, id)
          return reply.headers(headers).send(`{"success":true,"data":[${links.join(',')}]}`)
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
          response: listOf(z.array(attributeAnswer)),
        },
      },
      async (request, reply) => {
        const { id } = request.params
        assemblyNode(bom.model(), id)
        const data = await attributesOf(pool, id)
        return reply.headers(headers).send({ success: true, data })
      },
    )
  }

const linksNamed: Record<LinkKind, string> = {
  component: 'Komponenter',
  motor: 'Motorer',
  sensor: 'Sensorer',
  subassembly: 'Underenheter',
}
