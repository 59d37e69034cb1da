import { z } from 'zod'
import { comparison, type Comparison } from '#contracts/assembly/bom-answers.ts'
import { exactQuantity } from '#contracts/assembly/bom.ts'
import type { LinkKind } from '#contracts/assembly/link-kinds.ts'
import { minus, type Exact } from '#graph/exact.ts'
import { successSchema } from '#kernel/openapi.ts'
import { numberId } from '#kernel/params.ts'
import { existingAssembly, type BomQuery } from '../answer.ts'
import { childrenOf } from '../bom-links.ts'
import type { BomModel } from '../model.ts'
import { linesView } from './cost.ts'

const querystring = z.object({
  view: linesView.default('flat'),
  all: z.enum(['true', 'false']).default('false').describe('Også linjer som er like'),
})

export const compareQuery: BomQuery = (app, answer) =>
  app.get(
    '/api/assemblytypes/:a/compare/:b',
    {
      config: { needs: 'read' },
      schema: {
        tags: ['assemblytypes'],
        summary: 'Sammenlign to sammenstillinger',
        description: 'Linje for linje: hva b har som a ikke har, og omvendt, og ulike antall.',
        params: z.object({ a: numberId, b: numberId }),
        querystring,
        response: { 200: successSchema(comparison) },
      },
    },
    (request, reply) =>
      answer(request, reply, (model) => {
        const { view, all } = request.query
        const a = existingAssembly(model, request.params.a)
        const b = existingAssembly(model, request.params.b)
        const { lines, ...data } = compare(model, a, b, view)
        const shown = lines.filter(({ change }) => all === 'true' || change !== 'same')
        return { success: true, data: { ...data, lines: shown } }
      }),
  )

type Line = { readonly kind: LinkKind; readonly id: number; readonly quantity: Exact }

const compare = (model: BomModel, a: number, b: number, view: 'flat' | 'direct'): Comparison => {
  const linesOf = (assembly: number): readonly Line[] =>
    view === 'direct' ? childrenOf(model.links, assembly) : model.flat(assembly).lines
  const lines = differences(model, linesOf(a), linesOf(b))
  const counts = { added: 0, removed: 0, changed: 0, same: 0 }
  for (const { change } of lines) counts[change]++
  const named = (assembly: number) => {
    const { itemId, description } = model.item('subassembly', assembly).identity
    return { id: itemId, name: description }
  }
  return { a: named(a), b: named(b), counts, lines }
}

/** Parts before assemblies; of each, first what the one holds, then what the other adds. */
const differences = (
  model: BomModel,
  before: readonly Line[],
  after: readonly Line[],
): Comparison['lines'] => {
  const [left, right] = [quantitiesIn(before), quantitiesIn(after)]
  const all = new Map([...before, ...after].map((line) => [keyOf(line), line]))
  const isAssembly = ({ kind }: Line) => (kind === 'subassembly' ? 1 : 0)
  return [...all.values()]
    .toSorted((one, other) => isAssembly(one) - isAssembly(other))
    .map((line) => {
      const { identity, unit } = model.item(line.kind, line.id)
      const [was, is] = [left.get(keyOf(line)), right.get(keyOf(line))]
      return {
        ...identity,
        change: changeOf(was, is),
        unit,
        before: exactQuantity(was ?? 0),
        after: exactQuantity(is ?? 0),
        difference: exactQuantity(minus(is ?? 0, was ?? 0)),
      }
    })
}

const keyOf = ({ kind, id }: Line) => `${kind} ${id}`

const quantitiesIn = (lines: readonly Line[]) =>
  new Map(lines.map((line) => [keyOf(line), line.quantity]))

const changeOf = (was: Exact | undefined, is: Exact | undefined) => {
  if (was === undefined) return 'added'
  if (is === undefined) return 'removed'
  return was === is ? 'same' : 'changed'
}
