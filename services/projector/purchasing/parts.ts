import { partKinds, type PartKind } from '#contracts/assembly/link-kinds.ts'
import { plus, times, type Exact } from '#graph/exact.ts'
import { existingAssembly } from '../bom/answer.ts'
import type { FlatLine } from '../bom/explode.ts'
import { missingItem, type Item } from '../bom/items.ts'
import type { BomModel } from '../bom/model.ts'

/** An assembly in the model that it is answered from. */
export type Wanted = { readonly model: BomModel; readonly id: number; readonly times: number }

export type NeededPart = {
  readonly kind: PartKind
  readonly id: number
  readonly item: Item
  readonly quantity: Exact
}

type Counted = Map<number, NeededPart>

const count = (
  counted: Counted,
  kind: PartKind,
  { id, item, quantity }: FlatLine,
  many: number,
) => {
  const before = counted.get(id)?.quantity ?? 0
  counted.set(id, {
    kind,
    id,
    item: item ?? missingItem(kind, id),
    quantity: plus(before, times(quantity, many)),
  })
}

/** All parts of all of the assemblies, each once. */
export const neededParts = (wanted: readonly Wanted[]): readonly NeededPart[] => {
  const counted: Record<PartKind, Counted> = {
    component: new Map(),
    motor: new Map(),
    sensor: new Map(),
  }
  for (const { model, id, times: many } of wanted)
    for (const line of model.flat(existingAssembly(model, id)).lines)
      if (line.kind !== 'subassembly') count(counted[line.kind], line.kind, line, many)
  return partKinds.flatMap((kind) => [...counted[kind].values()])
}
