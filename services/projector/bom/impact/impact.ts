import type { CostSum } from '#contracts/assembly/cost-answers.ts'
import { partKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { currencies } from '#contracts/pricing.ts'
import { impactListed, type PriceImpact } from '#contracts/price-impact.ts'
import { sumOf } from '../cost.ts'
import type { Item } from '../items.ts'
import { BomModel } from '../model.ts'
import { byKind } from '../model-parts.ts'
import { MapOverlay } from '../past/overlay.ts'
import type { ProposedItems } from './proposed-items.ts'

/** Every assembly with one of the parts in it, at any level. */
const holdersOf = ({ links }: BomModel, proposed: ProposedItems): ReadonlySet<number> => {
  const holders = new Set<number>()
  for (const kind of partKinds)
    for (const id of proposed[kind].keys())
      for (const { from } of links[kind].into(id)) holders.add(from)
  for (const id of holders) for (const { from } of links.subassembly.into(id)) holders.add(from)
  return holders
}

/** The same model but for some parts; what holds none of them is not worked out again. */
const withItems = (
  model: BomModel,
  proposed: ProposedItems,
  holders: ReadonlySet<number>,
): BomModel => {
  const over = (kind: LinkKind) => {
    const own = kind === 'subassembly' ? new Map<number, Item>() : proposed[kind]
    const items = new MapOverlay(model.items[kind], new Set(own.keys()))
    for (const [id, item] of own) items.set(id, item)
    return items
  }
  const { links, assemblies, names } = model
  return new BomModel({ links, items: byKind(over), assemblies, names }, (id) =>
    holders.has(id) ? undefined : model,
  )
}

type Moved = { readonly id: number; readonly from: CostSum; readonly to: CostSum }

const difference = ({ from, to }: Moved, amount: 'cost' | 'sales'): number => {
  const of = ({ totals }: CostSum, currency: string) =>
    Number(totals.find((total) => total.currency === currency)?.[amount] ?? 0)
  return Math.max(...currencies.map((currency) => Math.abs(of(to, currency) - of(from, currency))))
}

const isMoved = (moved: Moved): boolean =>
  moved.from.complete !== moved.to.complete ||
  JSON.stringify(moved.from.totals) !== JSON.stringify(moved.to.totals)

/** Which assemblies would cost something else, from what to what. */
export const impactOf = (
  model: BomModel,
  proposed: ProposedItems,
): Pick<PriceImpact, 'count' | 'largest'> => {
  const holders = holdersOf(model, proposed)
  const after = withItems(model, proposed, holders)
  const moved = [...holders]
    .map((id) => ({ id, from: sumOf(model.costs.of(id)), to: sumOf(after.costs.of(id)) }))
    .filter(isMoved)
  const largest = moved
    .map((one) => ({ one, cost: difference(one, 'cost'), sales: difference(one, 'sales') }))
    .toSorted((a, b) => b.cost - a.cost || b.sales - a.sales || a.one.id - b.one.id)
    .slice(0, impactListed)
    .map(({ one: { id, from, to } }) => ({
      id,
      name: model.item('subassembly', id).identity.description,
      from,
      to,
    }))
  return { count: moved.length, largest }
}
