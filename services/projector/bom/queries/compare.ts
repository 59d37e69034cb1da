import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { comparison, type Comparison } from '#contracts/assembly/cost-answers.ts'
import { ifNoneMatch, successSchema } from '#kernel/openapi.ts'
import { numberId } from '#kernel/params.ts'
import { asOf, validOn } from '../../kernel/as-of.ts'
import type { BomQuery } from '../answer.ts'
import { compare, sideOf } from '../comparison.ts'
import type { BomModel } from '../model.ts'
import type { ModelQuery } from '../past/versions.ts'
import { linesView } from './cost.ts'

export const comparedParams = z.object({ a: numberId, b: numberId })
export const comparedQuery = z.object({
  view: linesView.default('flat'),
  all: z.enum(['true', 'false']).default('false').describe('Også linjer som er like'),
  asOf: asOf.describe('Slik a var på dette tidspunktet, eller da denne dagen var slutt; ellers nå'),
  otherAsOf: asOf.describe('Det samme for b'),
  validOn: validOn.describe('a med prisene som gjelder denne dagen'),
  otherValidOn: validOn.describe('Det samme for b'),
})

type Compared = {
  readonly params: z.output<typeof comparedParams>
  readonly query: z.output<typeof comparedQuery>
}

export const comparedModels = ({ params, query }: Compared): readonly [ModelQuery, ModelQuery] => [
  { asOf: query.asOf, validOn: query.validOn, scope: { what: 'below', ids: [params.a] } },
  {
    asOf: query.otherAsOf,
    validOn: query.otherValidOn,
    scope: { what: 'below', ids: [params.b] },
  },
]

export const comparedAnswer = (
  { params: { a, b }, query: { view, all } }: Compared,
  before: BomModel,
  after: BomModel,
): Comparison => {
  const { lines, ...data } = compare(sideOf(before, a, view), sideOf(after, b, view))
  return { ...data, lines: lines.filter(({ change }) => all === 'true' || change !== 'same') }
}

export const compareQuery: BomQuery = (app, answer) =>
  app.get(
    '/api/assemblytypes/:a/compare/:b',
    {
      config: { needs: 'read' },
      schema: {
        tags: ['assemblytypes'],
        summary: 'Sammenlign to sammenstillinger, eller én på to tidspunkter',
        description:
          'Fra a til b, linje for linje: hva b har som a ikke har, og omvendt, ulike antall og priser; og hva forskjellen i kostnad kommer av.',
        params: comparedParams,
        querystring: comparedQuery,
        headers: ifNoneMatch,
        response: { 200: successSchema(comparison) },
      },
    },
    (request, reply) =>
      answer(request, reply, comparedModels(request), (before, after) =>
        success(comparedAnswer(request, before, after)),
      ),
  )
