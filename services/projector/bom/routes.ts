import { z } from 'zod'
import {
  assemblyTree,
  bomItem,
  bomSummary,
  comparison,
  cost,
  assemblyCost,
  hierarchyAnswer as hierarchySchema,
  use,
} from '#contracts/assembly/bom-answers.ts'
import { bomLimits } from '#contracts/assembly/bom.ts'
import { linkKinds } from '#contracts/assembly/links.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { byId, numberId } from '../../kernel/params.ts'
import { refused } from '../../kernel/refused.ts'
import type { App } from '../../kernel/types.ts'
import type { Reading } from '../kernel/queries.ts'
import { compareAnswer } from './answer-compare.ts'
import { allCostsAnswer, costAnswer } from './answer-cost.ts'
import { flatAnswer } from './answer-flat.ts'
import { hierarchyAnswer } from './answer-hierarchy.ts'
import { treeAnswer } from './answer-tree.ts'
import { whereUsedAnswer } from './answer-where-used.ts'
import { answering, assemblyNode, ifFound, kindsOfLink } from './asked.ts'
import { wholeOf } from './numbers.ts'
import { hasRow } from './item-rows.ts'
import type { BomProjection } from './projection.ts'
import { occurrenceAt } from './tree.ts'

const dataOf = (data: z.ZodType) => ({ 200: z.object({ success: z.literal(true), data }) })
const tags = ['assemblytypes']

const place = z
  .string()
  .max(2_000)
  .regex(/^(\d{1,10}(\.\d{1,10})*)?$/, 'Må være id-er med punktum mellom, som 12.40')
  .transform((text) => (text === '' ? [] : text.split('.').map(Number)))

const linesOf = z
  .enum(['flat', 'direct'])
  .describe('Linjene: alle nivåer, eller bare det som ligger direkte i sammenstillingen')

const hierarchyQuery = z.object({
  node: place.optional().describe('Underenhetens plass: det som ligger under den'),
  parent: place.optional().describe('Som `node`, men bare det som ligger direkte i den'),
  offset: z
    .string()
    .regex(/^\d{1,200}$/, 'Må være et helt tall')
    .transform(wholeOf)
    .optional()
    .describe('Hopp over så mange linjer'),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'Må være et helt tall fra 1')
    .transform(Number)
    .optional()
    .describe(`Høyst så mange linjer; aldri flere enn ${bomLimits.hierarchyLines}`),
})

/** Stykklister and what is worked out from them, from the model in memory. */
export const bomRoutes =
  ({ pool, version }: Pick<Reading, 'pool' | 'version'>, bom: BomProjection) =>
  (app: App): void => {
    const answer = answering(version, bom)

    app.get(
      '/api/assemblytypes/:id/bom',
      {
        config: { needs: 'read' },
        schema: {
          tags,
          summary: 'Stykkliste, eksplodert',
          description:
            'Én linje per del og underenhet, med antall over alle nivåer, og et sammendrag.',
          params: byId,
          response: {
            200: z.object({
              success: z.literal(true),
              items: z.array(bomItem),
              summary: bomSummary,
            }),
          },
        },
      },
      (request, reply) =>
        answer(request, reply, (model) =>
          flatAnswer(model, assemblyNode(model, request.params.id)),
        ),
    )

    app.get(
      '/api/assemblytypes/:id/bom/hierarchy',
      {
        config: { needs: 'read' },
        schema: {
          tags,
          summary: 'Stykkliste, hierarki',
          description: `Linjene i den rekkefølgen de ligger. Har stykklista flere enn ${bomLimits.hierarchyLines} linjer, kommer de øverste nivåene; resten hentes med \`node\`, \`parent\` eller \`offset\`.`,
          params: byId,
          querystring: hierarchyQuery,
          response: { 200: hierarchySchema },
        },
      },
      (request, reply) =>
        answer(request, reply, (model) => {
          const { node, parent, offset = 0, limit } = request.query
          const top = assemblyNode(model, request.params.id)
          const start = ifFound(occurrenceAt(model.graph, top, parent ?? node ?? []))
          const direct = parent !== undefined
          return hierarchyAnswer(model, { start, direct, offset, limit })
        }),
    )

    app.get(
      '/api/assemblytypes/:id/tree',
      {
        config: { needs: 'read' },
        schema: {
          tags,
          summary: 'Stykkliste, som tre',
          params: byId,
          response: dataOf(assemblyTree),
        },
      },
      (request, reply) =>
        answer(request, reply, (model) => [
          treeAnswer(model, assemblyNode(model, request.params.id)),
        ]),
    )

    app.get(
      '/api/assemblytypes/cost',
      {
        config: { needs: 'read' },
        schema: {
          tags,
          summary: 'Kostnad for alle sammenstillinger',
          response: dataOf(z.array(assemblyCost)),
        },
      },
      (request, reply) => answer(request, reply, allCostsAnswer),
    )

    app.get(
      '/api/assemblytypes/:id/cost',
      {
        config: { needs: 'read' },
        schema: {
          tags,
          summary: 'Kostnad for en sammenstilling',
          description: 'Én sum per valuta. Deler uten kostpris er ikke med i summene, men listes.',
          params: byId,
          querystring: z.object({ view: linesOf.default('direct') }),
          response: dataOf(cost),
        },
      },
      (request, reply) =>
        answer(request, reply, (model) =>
          costAnswer(model, assemblyNode(model, request.params.id), request.query.view),
        ),
    )

    app.get(
      '/api/assemblytypes/:a/compare/:b',
      {
        config: { needs: 'read' },
        schema: {
          tags,
          summary: 'Sammenlign to sammenstillinger',
          description: 'Linje for linje: hva b har som a ikke har, og omvendt, og ulike antall.',
          params: z.object({ a: numberId, b: numberId }),
          querystring: z.object({
            view: linesOf.default('flat'),
            all: z.enum(['true', 'false']).default('false').describe('Også linjer som er like'),
          }),
          response: dataOf(comparison),
        },
      },
      (request, reply) =>
        answer(request, reply, (model) => {
          const { a, b } = request.params
          const { view, all } = request.query
          const [left, right] = [assemblyNode(model, a), assemblyNode(model, b)]
          const data = compareAnswer(model, left, right, { view, all: all === 'true' })
          return [JSON.stringify({ success: true, data })]
        }),
    )

    for (const kind of kindsOfLink) {
      const { noun } = entityNamed(linkKinds[kind].entity)
      app.get(
        `/api/${linkKinds[kind].entity}/:id/where-used`,
        {
          config: { needs: 'read' },
          schema: {
            tags: [linkKinds[kind].entity],
            summary: `Hvor ${noun.the} brukes`,
            description: 'Alle sammenstillinger den er i, på alle nivåer, de nærmeste først.',
            params: byId,
            response: dataOf(z.array(use)),
          },
        },
        async (request, reply) => {
          const { id } = request.params
          // A part that no assembly links to is known to the tables only.
          const exists = bom.model().item(kind, id) !== null || (await hasRow(pool, kind, id))
          if (!exists) throw refused('NOT_FOUND')
          return answer(request, reply, (model) => whereUsedAnswer(model, kind, id))
        },
      )
    }
  }
