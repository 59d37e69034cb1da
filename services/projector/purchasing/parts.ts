import { partKinds, type PartKind } from '#contracts/assembly/link-kinds.ts'
import { plus, times, type Exact } from '#graph/exact.ts'
import { existingAssembly } from '../bom/answer.ts'
import type { Item } from '../bom/items.ts'
import type { BomModel } from '../bom/model.ts'

/** An assembly and its model. */
export type ChosenAssembly = {
  readonly model: BomModel
  readonly id: number
  readonly times: number
}

export type NeededPart = {
  readonly kind: PartKind
  readonly id: number
  readonly item: Item
  readonly quantity: Exact
}

export const partKey = ({ kind, id }: Pick<NeededPart, 'kind' | 'id'>) => `${kind} ${id}`

/** All parts of the assemblies, each once. */
export const neededParts = (chosen: readonly ChosenAssembly[]): readonly NeededPart[] => {
  const parts = new Map<string, NeededPart>()
  for (const { model, id: assembly, times: many } of chosen)
    for (const { kind, id, quantity } of model.flat(existingAssembly(model, assembly)).lines) {
      if (kind === 'subassembly') continue
      const key = partKey({ kind, id })
      const before = parts.get(key)?.quantity ?? 0
      parts.set(key, {
        kind,
        id,
        item: model.item(kind, id),
        quantity: plus(before, times(quantity, many)),
      })
    }
  return partKinds.flatMap((kind) => [...parts.values()].filter((part) => part.kind === kind))
}
