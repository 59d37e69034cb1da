import { success } from '#contracts/answers.ts'
import { costShares, type CostShare, type CostShares } from '#contracts/assembly/cost-answers.ts'
import { compareTotals } from '#contracts/assembly/cost-order.ts'
import { manyOf, partKinds } from '#contracts/assembly/link-kinds.ts'
import { successSchema } from '#kernel/openapi.ts'
import { assemblyQuery } from '../answer.ts'
import { childrenOf } from '../bom-links.ts'
import {
  costOfBoth,
  costOfLines,
  costOfMany,
  free,
  sumOf,
  totalsBetween,
  type Cost,
} from '../cost.ts'
import { nameIn } from '../lines.ts'
import type { BomModel } from '../model.ts'

export const costSharesQuery = assemblyQuery({
  path: 'cost/shares',
  summary: 'Hva kostnaden for en sammenstilling består av',
  description:
    'Etter slag, leverandør og underenhet, det dyreste først. Delene er til sammen summen, til siste desimal.',
  response: successSchema(costShares),
  answer: (model, assembly) => success(sharesOf(model, assembly)),
})

type Group = Pick<CostShare, 'id' | 'name'> & { readonly cost: Cost }

/** Each share is the difference of two consecutive rounded running totals, so that the shares add up. */
const addingUp = (groups: readonly Group[]): CostShare[] => {
  const compare = compareTotals('cost', true)
  let before = free
  return groups
    .map((group) => ({ ...group, sum: sumOf(group.cost) }))
    .toSorted((a, b) => compare(a.sum.totals, b.sum.totals) || (a.id ?? 0) - (b.id ?? 0))
    .map(({ id, name, cost, sum }) => {
      const until = costOfBoth(before, cost)
      const totals = totalsBetween(before, until)
      before = until
      return { id, name, ...sum, totals }
    })
}

const byKind = (model: BomModel, assembly: number): Group[] => {
  const { lines } = model.flat(assembly)
  return partKinds.flatMap((kind) => {
    const own = lines.filter((line) => line.kind === kind)
    return own.length > 0 ? [{ id: null, name: manyOf(kind), cost: costOfLines(own) }] : []
  })
}

const bySupplier = (model: BomModel, assembly: number): Group[] => {
  const parts = model.flat(assembly).lines.filter(({ kind }) => kind !== 'subassembly')
  const groups = Map.groupBy(parts, ({ item }) => item?.supplierId ?? null)
  return [...groups].map(([id, own]) => ({
    id,
    name: id === null ? 'Uten leverandør' : (nameIn(model.names.suppliers, id) ?? 'Finnes ikke'),
    cost: costOfLines(own),
  }))
}

const bySubassembly = (model: BomModel, assembly: number): Group[] => {
  const children = childrenOf(model.links, assembly)
  const parts = children
    .filter(({ kind }) => kind !== 'subassembly')
    .map(({ kind, id, quantity }) => ({ item: model.items[kind].get(id), quantity }))
  const direct = { id: null, name: 'Direkte i sammenstillingen', cost: costOfLines(parts) }
  const below = children
    .filter(({ kind }) => kind === 'subassembly')
    .map(({ id, quantity }) => ({
      id,
      name: model.item('subassembly', id).identity.description,
      cost: costOfMany(model.costs.of(id), quantity),
    }))
  return parts.length > 0 ? [direct, ...below] : below
}

const sharesOf = (model: BomModel, assembly: number): CostShares => ({
  ...sumOf(model.costs.of(assembly)),
  byKind: addingUp(byKind(model, assembly)),
  bySupplier: addingUp(bySupplier(model, assembly)),
  bySubassembly: addingUp(bySubassembly(model, assembly)),
})
