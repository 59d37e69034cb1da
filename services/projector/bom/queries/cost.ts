import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { assemblyCost, cost, type CostAnswer } from '#contracts/assembly/cost-answers.ts'
import { exactQuantity } from '#contracts/assembly/bom.ts'
import type { LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { Exact } from '#graph/exact.ts'
import { ifNoneMatch, successSchema } from '#kernel/openapi.ts'
import { pointInTimeQuery } from '../../kernel/as-of.ts'
import { assemblyQuery, type BomQuery } from '../answer.ts'
import { childrenOf } from '../bom-links.ts'
import { costOfLines, costOfMany, sumOf, totalsOf } from '../cost.ts'
import type { FlatLine } from '../explode.ts'
import { contentsUnpriced } from '../items.ts'
import type { BomModel } from '../model.ts'

const missingShown = 200

export const linesView = z
  .enum(['flat', 'direct'])
  .describe('Linjene: alle nivåer, eller bare det som ligger direkte i sammenstillingen')
type LinesView = z.output<typeof linesView>

export const costQuery = assemblyQuery({
  path: 'cost',
  summary: 'Kostnad for en sammenstilling',
  description: 'Én sum per valuta. Deler uten kostpris er ikke med i summene, men listes.',
  parameters: { view: linesView.default('direct') },
  response: successSchema(cost),
  answer: (model, assembly, { view }) => success(costAnswer(model, assembly, view)),
})

export const allCostsQuery: BomQuery = (app, answer) =>
  app.get(
    '/api/assemblytypes/cost',
    {
      config: { needs: 'read' },
      schema: {
        tags: ['assemblytypes'],
        summary: 'Kostnad for alle sammenstillinger',
        querystring: z.object(pointInTimeQuery),
        headers: ifNoneMatch,
        response: { 200: successSchema(z.array(assemblyCost)) },
      },
    },
    (request, reply) =>
      answer(request, reply, [{ ...request.query, scope: { what: 'everything' } }], (model) =>
        success(allCosts(model)),
      ),
  )

export const costAnswer = (model: BomModel, assembly: number, view: LinesView): CostAnswer => {
  const { itemId, description } = model.item('subassembly', assembly).identity
  const sum = model.costs.of(assembly)
  const complete = sum.unpriced === 0
  const lines = view === 'flat' ? model.flat(assembly).lines : childrenOf(model.links, assembly)
  return {
    id: itemId,
    name: description,
    totals: totalsOf(sum),
    complete,
    ...missingIn(model, complete ? [] : model.flat(assembly).lines),
    lines: lines.map((line) => costLine(model, line)),
  }
}

type Line = { readonly kind: LinkKind; readonly id: number; readonly quantity: Exact }

const costLine = (model: BomModel, { kind, id, quantity }: Line): CostAnswer['lines'][number] => {
  const item = model.item(kind, id)
  const { identity, unpriced, coming } = item
  const isAssembly = kind === 'subassembly'
  const each = isAssembly ? model.costs.of(id) : costOfLines([{ item, quantity: 1 }])
  const complete = each.unpriced === 0
  const because = isAssembly ? contentsUnpriced : unpriced
  const why = complete ? null : because
  return {
    ...identity,
    quantity: exactQuantity(quantity),
    each: totalsOf(each),
    totals: totalsOf(costOfMany(each, quantity)),
    complete,
    reason: why?.reason ?? null,
    explanation: why?.explanation ?? null,
    coming,
  }
}

const missingIn = (
  model: BomModel,
  lines: readonly FlatLine[],
): Pick<CostAnswer, 'missing' | 'missingCount' | 'unitMismatchCount'> => {
  const missing = lines.flatMap(({ kind, id, quantity }) => {
    const { identity, unpriced } = model.item(kind, id)
    return kind === 'subassembly' || !unpriced ? [] : [{ identity, unpriced, quantity }]
  })
  return {
    missingCount: missing.length,
    unitMismatchCount: missing.filter(({ unpriced }) => unpriced.reason === 'UNIT_MISMATCH').length,
    missing: missing.slice(0, missingShown).map(({ identity, unpriced, quantity }) => ({
      ...identity,
      totalQuantity: exactQuantity(quantity),
      ...unpriced,
    })),
  }
}

export const allCosts = ({ items, costs }: BomModel): z.output<typeof assemblyCost>[] =>
  [...items.subassembly]
    .toSorted(([a], [b]) => a - b)
    .map(([id, { identity }]) => ({ ...identity, ...sumOf(costs.of(id)) }))
