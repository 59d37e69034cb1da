import { compareTotals, costSorts } from '#contracts/assembly/cost-order.ts'
import { idIn, type ListCosts } from '../catalogue/list-costs.ts'
import type { AskedThen } from '../kernel/as-of.ts'
import { sumOf, totalsOf } from './cost.ts'
import { everything, type Extent } from './past/extent.ts'
import type { FindModel } from './past/find-model.ts'
import type { BomProjection } from './projection.ts'

const everyAssembly = everything({ query: {} }).extent

/** From the model, where a cost is worked out when it is asked for and kept until something below it changes. */
export const createListCosts = (
  findModel: FindModel,
  { costsChanged }: Pick<BomProjection, 'costsChanged'>,
): ListCosts => {
  const modelOf = async (
    request: Parameters<ListCosts['adder']>[0],
    extent: Extent = everyAssembly,
  ) => {
    const { asOf, validOn } = request.query as AskedThen
    return (await findModel(request, { asOf, validOn, extent }))().model
  }
  return {
    tag: () => `c${costsChanged()}`,
    adder: async (request, ids) => {
      const { costs } = await modelOf(request, ids ? { what: 'below', ids } : undefined)
      return (answer) =>
        `${answer.slice(0, -1)},"cost":${JSON.stringify(sumOf(costs.of(idIn(answer))))}}`
    },
    order: async (request, sort, descending) => {
      const { items, costs } = await modelOf(request)
      const compare = compareTotals(costSorts[sort], descending)
      return [...items.subassembly]
        .map(([id]) => ({ id, totals: totalsOf(costs.of(id)) }))
        .filter(({ totals }) => totals.length > 0)
        .toSorted((a, b) => compare(a.totals, b.totals) || a.id - b.id)
        .map(({ id }) => id)
    },
  }
}
