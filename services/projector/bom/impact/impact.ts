import { success } from '#contracts/answers.ts'
import type { CostSum } from '#contracts/assembly/cost-answers.ts'
import { byKind, kindsOfLink, partKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { currencies } from '#contracts/pricing.ts'
import {
  impactListed,
  type PriceImpact,
  impactPath,
  impactQuestion,
  priceImpact,
} from '#contracts/price-impact.ts'
import { reach } from '#graph/walk.ts'
import { successSchema } from '#kernel/openapi.ts'
import type { App } from '#kernel/types.ts'
import { sumOf } from '../cost.ts'
import type { Item } from '../items.ts'
import { BomModel } from '../model.ts'
import { MapOverlay } from '../past/overlay.ts'
import { type ProposedItems, proposedItems } from './proposed-items.ts'
import type { QueryContext } from '../../kernel/queries.ts'
import type { FindModel } from '../past/find-model.ts'
import type { BomProjection } from '../projection.ts'

const holdersOf = ({ links }: BomModel, proposed: ProposedItems): ReadonlySet<number> => {
  const direct = partKinds.flatMap((kind) =>
    [...proposed[kind].keys()].flatMap((id) => links[kind].into(id).map(({ from }) => from)),
  )
  return reach(links.subassembly, direct, 'up')
}

/** A copy of the model with some parts replaced. Assemblies without those parts keep their costs. */
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
  return new BomModel(
    { links: model.links, items: byKind(kindsOfLink, over), names: model.names },
    (id) => (holders.has(id) ? undefined : model),
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

const impactOf = (
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

/** An import sends all its prices in one request. The gateway limits other clients to 1 MiB. */
const bodyLimit = 32 * 1024 * 1024

const price = { costPrice: 12.5, costPriceCurrency: 'NOK', priceFactor: 1.2, unit: 'stk' }
const example = { prices: [{ entityType: 'componenttype', entityId: 1, ...price }] }

export const impactRoute = (
  app: App,
  { pool }: Pick<QueryContext, 'pool'>,
  { day }: Pick<BomProjection, 'day'>,
  findModel: FindModel,
): void => {
  const schema = {
    tags: ['pricing'],
    summary: 'Hva nye priser gjør med kostnader',
    description:
      'Hvilke sammenstillinger som ville kostet noe annet, fra hva til hva, om prisene ble lagret. Ingenting lagres.',
    body: impactQuestion,
    response: { 200: successSchema(priceImpact) },
  }
  app.post(
    impactPath,
    { bodyLimit, config: { needs: 'read', example }, schema },
    async (request) => {
      const { prices, validOn } = request.body
      const today = day()
      const date = validOn ?? today
      const proposed = await proposedItems(pool, prices, { today, day: date })
      const question = { asOf: undefined, validOn: date === today ? undefined : date }
      const find = await findModel(request, { ...question, scope: { what: 'everything' } })
      return success({ validOn: date, ...impactOf(find().model, proposed) })
    },
  )
}
