import { costSorts } from '#contracts/assembly/cost-order.ts'
import { idIn, type ListCosts } from '../catalogue/list-costs.ts'
import type { PointInTimeQuery } from '../kernel/as-of.ts'
import { createPricedLists } from './priced-list.ts'
import { sumOf } from './cost.ts'
import { everything, type Scope } from './past/scope.ts'
import type { FindModel } from './past/find-model.ts'
import type { BomProjection } from './projection.ts'

const everyAssembly = everything({ query: {} }).scope

/** From the model, where a cost is worked out when it is asked for and kept until something below it changes. */
export const createListCosts = (
  findModel: FindModel,
  { costsChanged }: Pick<BomProjection, 'costsChanged'>,
): ListCosts => {
  const pricedIn = createPricedLists()
  const modelOf = async (
    request: Parameters<ListCosts['adder']>[0],
    scope: Scope = everyAssembly,
  ) => {
    const { asOf, validOn } = request.query as PointInTimeQuery
    return (await findModel(request, { asOf, validOn, scope }))().model
  }
  return {
    tag: () => `c${costsChanged()}`,
    adder: async (request, ids) => {
      const { costs } = await modelOf(request, ids ? { what: 'below', ids } : undefined)
      return (answer) =>
        `${answer.slice(0, -1)},"cost":${JSON.stringify(sumOf(costs.of(idIn(answer))))}}`
    },
    order: async (request, sort, descending) =>
      pricedIn(await modelOf(request)).order(costSorts[sort], descending),
    passing: async (request, query) => pricedIn(await modelOf(request)).passing(query),
  }
}
