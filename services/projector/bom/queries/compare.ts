import { z } from 'zod'
import { comparison, type Comparison } from '#contracts/assembly/bom-answers.ts'
import { exactQuantity } from '#contracts/assembly/bom.ts'
import type { LinkKind } from '#contracts/assembly/link-kinds.ts'
import { minus, type Exact } from '#graph/exact.ts'
import { successSchema } from '#kernel/openapi.ts'
import { numberId } from '#kernel/params.ts'
import { asOf } from '../../kernel/as-of.ts'
import { existingAssembly, type BomQuery } from '../answer.ts'
import { childrenOf } from '../bom-links.ts'
import { costDifference, paired, type Pair } from '../cost-difference.ts'
import type { Item } from '../items.ts'
import type { BomModel } from '../model.ts'
import { moneyOf, quotient } from '../money.ts'
import { linesView } from './cost.ts'

const params = z.object({ a: numberId, b: numberId })
const querystring = z.object({
  view: linesView.default('flat'),
  all: z.enum(['true', 'false']).default('false').describe('Også linjer som er like'),
  asOf: asOf.describe('Slik a var på dette tidspunktet, eller da denne dagen var slutt; ellers nå'),
  otherAsOf: asOf.describe('Det samme for b'),
})

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
        params,
        querystring,
        response: { 200: successSchema(comparison) },
      },
    },
    (request, reply) => {
      const { view, all, asOf, otherAsOf } = request.query
      const { a, b } = request.params
      const asked = [
        { asOf, extent: { what: 'below', id: a } },
        { asOf: otherAsOf, extent: { what: 'below', id: b } },
      ] as const
      return answer(request, reply, asked, (before, after) => {
        const { lines, ...data } = compare(sideOf(before, a, view), sideOf(after, b, view))
        const shown = lines.filter(({ change }) => all === 'true' || change !== 'same')
        return { success: true, data: { ...data, lines: shown } }
      })
    },
  )

type Line = {
  readonly kind: LinkKind
  readonly id: number
  readonly item: Item
  readonly quantity: Exact
}

const sideOf = (model: BomModel, id: number, view: z.output<typeof linesView>) => {
  const assembly = existingAssembly(model, id)
  const { lines: flat } = model.flat(assembly)
  const lines = view === 'flat' ? flat : childrenOf(model.links, assembly)
  return {
    named: {
      id,
      name: model.item('subassembly', id).identity.description,
      complete: model.costs.of(id).unpriced === 0,
    },
    flat,
    lines: lines.map(({ kind, id: part, quantity }): Line => {
      const item = model.item(kind, part)
      return { kind, id: part, quantity, item }
    }),
  }
}

type Side = ReturnType<typeof sideOf>

const compare = (a: Side, b: Side): Comparison => {
  const isAssembly = ({ before, after }: Pair<Line>) =>
    (after ?? before)!.kind === 'subassembly' ? 1 : 0
  // Parts before assemblies.
  const pairs = paired(a.lines, b.lines).toSorted(
    (one, other) => isAssembly(one) - isAssembly(other),
  )
  const lines = pairs.map(differenceOf)
  const counts = { added: 0, removed: 0, changed: 0, same: 0 }
  for (const { change } of lines) counts[change]++
  return { a: a.named, b: b.named, counts, cost: costDifference(a.flat, b.flat), lines }
}

const differenceOf = ({ before, after }: Pair<Line>): Comparison['lines'][number] => {
  const { identity, unit } = (after ?? before)!.item
  const [was, is] = [before?.quantity ?? 0, after?.quantity ?? 0]
  return {
    ...identity,
    change: changeOf(before, after),
    unit,
    before: exactQuantity(was),
    after: exactQuantity(is),
    difference: exactQuantity(minus(is, was)),
    priceBefore: priceOf(before),
    priceAfter: priceOf(after),
  }
}

const priceOf = (line: Line | undefined): Comparison['lines'][number]['priceBefore'] => {
  const price = line?.item.price
  return price ? { currency: price.currency, cost: moneyOf(quotient(price.cost, price.per)) } : null
}

const changeOf = (before: Line | undefined, after: Line | undefined) => {
  if (!before) return 'added'
  if (!after) return 'removed'
  const [was, is] = [before.item.price, after.item.price]
  const isSame =
    before.quantity === after.quantity &&
    was?.currency === is?.currency &&
    was?.cost === is?.cost &&
    was?.per === is?.per
  return isSame ? 'same' : 'changed'
}
