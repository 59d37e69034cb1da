import type { LinkKind } from '#contracts/assembly/links.ts'
import type { BomModel } from './model.ts'
import { jsonOf } from './numbers.ts'
import { usesOfAssembly, usesOfPart } from './where-used.ts'

/** Every assembly that holds the record, at any level, the nearest first. */
export function* whereUsedAnswer(
  { graph, catalogue }: BomModel,
  kind: LinkKind,
  id: number,
): Generator<string> {
  const uses =
    kind === 'subassembly'
      ? usesOfAssembly(graph, graph.assemblies.of(id))
      : usesOfPart(graph, graph.parts.of(kind, id))
  const heads = uses.map(({ assembly }) => catalogue.item(graph, assembly, true).head)
  yield '{"success":true,"data":['
  const idOf = (assembly: number | null) =>
    assembly === null ? null : graph.assemblies.ids[assembly]!
  for (const [place, { quantity, direct, level, deepest, via }] of uses.entries())
    yield `${place > 0 ? ',' : ''}${heads[place]},"totalQuantity":${jsonOf(
      quantity,
    )},"directQuantity":${direct},"level":${level},"maxLevel":${deepest},"via":${idOf(via)}}`
  yield ']}'
}
