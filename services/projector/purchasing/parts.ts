import { partKinds, type PartKind } from '#contracts/assembly/link-kinds.ts'
import type { Purchasing } from '#contracts/purchasing/answer.ts'
import type { AssemblyTimes } from '#contracts/purchasing/assembly-times.ts'
import { plus, times, type Exact } from '#graph/exact.ts'
import { existingAssembly } from '../bom/answer.ts'
import type { Item } from '../bom/items.ts'
import { nameIn } from '../bom/lines.ts'
import type { BomModel } from '../bom/model.ts'

export type NeededPart = {
  readonly kind: PartKind
  readonly id: number
  readonly item: Item
  readonly supplier: { readonly id: number; readonly name: string } | null
  readonly quantity: Exact
}

export type Needed = {
  readonly assemblies: Purchasing['assemblies']
  readonly parts: readonly NeededPart[]
}

export const partKey = ({ kind, id }: Pick<NeededPart, 'kind' | 'id'>) => `${kind} ${id}`

const supplierOf = ({ names }: BomModel, { supplierId: id }: Item): NeededPart['supplier'] => {
  const name = nameIn(names.suppliers, id)
  return id === null || name === null ? null : { id, name }
}

const partsOf = (model: BomModel, chosen: readonly AssemblyTimes[]): readonly NeededPart[] => {
  const parts = new Map<string, NeededPart>()
  for (const { id: assembly, times: many } of chosen)
    for (const { kind, id, quantity } of model.flat(existingAssembly(model, assembly)).lines) {
      if (kind === 'subassembly') continue
      const key = partKey({ kind, id })
      const before = parts.get(key)?.quantity ?? 0
      const item = model.item(kind, id)
      parts.set(key, {
        kind,
        id,
        item,
        supplier: supplierOf(model, item),
        quantity: plus(before, times(quantity, many)),
      })
    }
  return partKinds.flatMap((kind) => [...parts.values()].filter((part) => part.kind === kind))
}

/** All that is taken from the model, which changes afterwards. */
export const neededOf = (model: BomModel, chosen: readonly AssemblyTimes[]): Needed => ({
  parts: partsOf(model, chosen),
  assemblies: chosen.map(({ id, times }) => ({
    id,
    name: model.item('subassembly', id).identity.description,
    times,
  })),
})
