import { z } from 'zod'
import { assemblyCost, cost, type CostAnswer } from '#contracts/assembly/bom-answers.ts'
import { exactQuantity } from '#contracts/assembly/bom.ts'
import type { LinkKind } from '#contracts/assembly/links.ts'
import type { Exact } from '#graph/exact.ts'
import { successSchema } from '#kernel/openapi.ts'
import { byId } from '#kernel/params.ts'
import { existingAssembly, jsonList, type BomQuery } from '../answer.ts'
import { childrenOf } from '../bom-links.ts'
import { costOfMany, costOfParts, totalsOf } from '../cost.ts'
import { explode, type FlatLine } from '../explode.ts'
import { contentsUnpriced } from '../items.ts'
import type { BomModel } from '../model.ts'

const tags = ['assemblytypes']
const missingShown = 200

export const linesView = z
  .enum(['flat', 'direct'])
  .describe('Linjene: alle nivåer, eller bare det som ligger direkte i sammenstillingen')
type LinesView = z.output<typeof linesView>

export const costQuery: BomQuery = (app, answer) =>
  app.get(
    '/api/assemblytypes/:id/cost',
    {
      config: { needs: 'read' },
      schema: {
        tags,
        summary: 'Kostnad for en sammenstilling',
        description: 'Én sum per valuta. Deler uten kostpris er ikke med i summene, men listes.',
        params: byId,
        querystring: z.object({ view: linesView.default('direct') }),
        response: { 200: successSchema(cost) },
      },
    },
    (request, reply) =>
      answer(request, reply, (model) =>
        costAnswer(model, existingAssembly(model, request.params.id), request.query.view),
      ),
  )

export const allCostsQuery: BomQuery = (app, answer) =>
  app.get(
    '/api/assemblytypes/cost',
    {
      config: { needs: 'read' },
      schema: {
        tags,
        summary: 'Kostnad for alle sammenstillinger',
        response: { 200: successSchema(z.array(assemblyCost)) },
      },
    },
    (request, reply) => answer(request, reply, allCostsAnswer),
  )

/**
 * What an assembly costs, per currency, which of its parts have no price that could be added, and what each
 * line costs: of what is directly in it, or of the flat list.
 */
export const costAnswer = (
  model: BomModel,
  assembly: number,
  view: LinesView,
): Iterable<string> => {
  const flat = explode(model.links, assembly)
  const { itemId, description } = model.item('subassembly', assembly).identity
  const sum = model.costs.of(assembly)
  const whole: Omit<CostAnswer, 'lines'> = {
    id: itemId,
    name: description,
    totals: totalsOf(sum),
    complete: sum.unpriced === 0,
    ...missingIn(model, flat.lines),
  }
  const lines = view === 'flat' ? flat.lines : childrenOf(model.links, assembly)
  return jsonList(
    `{"success":true,"data":${JSON.stringify(whole).slice(0, -1)},"lines":[`,
    // All of one moment: what one of each costs is known before the first is sent.
    lines.map((line) => pricedLine(model, line)),
    costLine,
    ']}}',
  )
}

type Line = { readonly kind: LinkKind; readonly id: number; readonly quantity: Exact }

const pricedLine = (model: BomModel, { kind, id, quantity }: Line) => {
  const { identity, unpriced } = model.item(kind, id)
  return kind === 'subassembly'
    ? { identity, quantity, each: model.costs.of(id), unpriced: contentsUnpriced }
    : { identity, quantity, each: costOfParts(model.items[kind].get(id), 1), unpriced }
}

const costLine = ({
  identity,
  quantity,
  each,
  unpriced,
}: ReturnType<typeof pricedLine>): CostAnswer['lines'][number] => {
  const complete = each.unpriced === 0
  return {
    ...identity,
    quantity: exactQuantity(quantity),
    each: totalsOf(each),
    totals: totalsOf(costOfMany(each, quantity)),
    complete,
    reason: complete || !unpriced ? null : unpriced.reason,
    explanation: complete || !unpriced ? null : unpriced.explanation,
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

/** What every assembly costs, one line each; computed before the first is sent, so all are of one moment. */
export const allCostsAnswer = ({ items, costs }: BomModel): Iterable<string> => {
  const lines = Array.from(items.subassembly, ([id, { identity }]) => ({
    identity,
    sum: costs.of(id),
  }))
  return jsonList(
    '{"success":true,"data":[',
    lines,
    ({ identity, sum }) => ({
      ...identity,
      totals: totalsOf(sum),
      complete: sum.unpriced === 0,
    }),
    ']}',
  )
}
