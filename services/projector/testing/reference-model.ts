import { kindsOfLink, partKinds, type PartKind } from '#contracts/assembly/link-kinds.ts'
import { subLink } from '../bom/bom-links.ts'
import { type Pair, type PairKey, ClosureChanges } from '../bom/closure.ts'
import { itemOf } from '../bom/items.ts'
import { BomModel } from '../bom/model.ts'
import { explode, type NaiveLink } from './naive-explode.ts'

export const kindOf = (part: number): PartKind => partKinds[part % partKinds.length]!
export const assemblyName = (id: number) => `a${id}`
export const partName = (id: number) => `${kindOf(id)}${id}`

/** The model, and the same facts in plain maps. */
export const pair = () => {
  const model = new BomModel()
  const links: NaiveLink[] = []
  const live = new Set<number>()
  const table = new Map<string, Pair>()
  const prices = new Map<number, bigint>()
  const values = { quantity: 1, sortOrder: 0, notes: null }
  const drop = (matches: (link: NaiveLink) => boolean) => {
    for (let i = links.length - 1; i >= 0; i--) if (matches(links[i]!)) links.splice(i, 1)
  }
  /** Loads a part as from its row. */
  const show = (part: number) => {
    const kind = kindOf(part)
    const costPrice = prices.get(part)?.toString() ?? null
    const price = { costPrice, currency: 'NOK', priceFactor: '2', priceUnit: 'stk' }
    const row = { id: part, description: partName(part), ...price }
    model.put(kind, part, itemOf(kind, row))
  }
  const put = (from: string, to: string, quantity: number) => {
    drop((link) => link.from === from && link.to === to)
    links.push({ from, to, quantity: BigInt(quantity) })
  }
  return {
    model,
    links,
    live,
    table,
    prices,
    register: (id: number, name = assemblyName(id)) => {
      live.add(id)
      const row = { id, description: name }
      model.put('subassembly', id, itemOf('subassembly', row))
    },
    closesCycle: (parent: number, child: number) =>
      parent === child || explode(links, assemblyName(child)).has(assemblyName(parent)),
    link: (parentId: number, childId: number, quantity: number) => {
      put(assemblyName(parentId), assemblyName(childId), quantity)
      model.link(subLink({ parentId, childId }), { ...values, quantity })
    },
    unlink: (parentId: number, childId: number) => {
      drop((l) => l.from === assemblyName(parentId) && l.to === assemblyName(childId))
      model.unlink(subLink({ parentId, childId }))
    },
    linkPart: (assemblyId: number, partId: number, quantity: number) => {
      put(assemblyName(assemblyId), partName(partId), quantity)
      model.link({ kind: kindOf(partId), from: assemblyId, to: partId }, { ...values, quantity })
      show(partId)
    },
    unlinkPart: (assemblyId: number, partId: number) => {
      drop((l) => l.from === assemblyName(assemblyId) && l.to === partName(partId))
      model.unlink({ kind: kindOf(partId), from: assemblyId, to: partId })
    },
    remove: (id: number) => {
      live.delete(id)
      drop((l) => l.from === assemblyName(id) || l.to === assemblyName(id))
      const parents = model.links.subassembly.into(id).map(({ from }) => from)
      for (const parentId of parents) model.unlink(subLink({ parentId, childId: id }))
      for (const kind of kindsOfLink)
        for (const to of model.links[kind].out(id).map((link) => link.to))
          model.unlink({ kind, from: id, to })
      model.put('subassembly', id, null)
    },
    price: (part: number, cost: number) => {
      prices.set(part, BigInt(cost))
      show(part)
    },
    /** Does what the projection does at the end of a batch, with a map as the table. */
    settle: () => {
      const keyOf = ({ ancestor, descendant }: PairKey) => `${ancestor} ${descendant}`
      for (const { changed, removed } of model.closureChanges!.settle(model)) {
        for (const row of changed) table.set(keyOf(row), row)
        for (const row of removed) table.delete(keyOf(row))
      }
      model.closureChanges = new ClosureChanges()
    },
  }
}
export type ReferenceModel = ReturnType<typeof pair>
