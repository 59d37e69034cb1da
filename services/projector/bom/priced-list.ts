import type { CurrencyTotal } from '#contracts/assembly/cost-answers.ts'
import {
  compareTotals,
  costSorts,
  isCostSort,
  type CostSort,
} from '#contracts/assembly/cost-order.ts'
import { assembly } from '#contracts/catalogue/assembly.ts'
import { filtersOf, parametersOf, type Filter } from '#contracts/list/filters.ts'
import type { RowsQuery } from '#contracts/list/query.ts'
import { idIn, noCosts, type ListCosts, type Passing } from '../catalogue/list-costs.ts'
import { totalsOf, sumOf } from './cost.ts'
import type { BomModel } from './model.ts'
import type { PointInTimeQuery } from '../kernel/as-of.ts'
import type { Scope } from './past/versions.ts'
import type { FindModel } from './past/find-model.ts'
import type { BomProjection } from './projection.ts'

type Sum = (typeof costSorts)[CostSort]
type Priced = { readonly id: number; readonly totals: readonly CurrencyTotal[] }

const sumFilters = filtersOf(assembly).filter(({ sum }) => sum !== undefined)
const sumParameters = sumFilters.flatMap(parametersOf)

/** Applies a filter to a sum in kroner; null if there is no sum. */
const passes = ({ key, sum }: Filter, query: RowsQuery) => {
  const [min, max, empty] = ['.min', '.max', '.empty'].map((suffix) => query[key + suffix])
  const isNarrowed = min !== undefined || max !== undefined
  return (totals: Priced['totals']): boolean => {
    const amount = totals.find(({ currency }) => currency === 'NOK')?.[sum!]
    if (amount === undefined) return empty === 'true' || (empty === undefined && !isNarrowed)
    if (!isNarrowed) return empty !== 'true'
    return Number(amount) >= Number(min ?? -Infinity) && Number(amount) <= Number(max ?? Infinity)
  }
}

const pricedList = ({ items, costs }: BomModel) => {
  const priced: readonly Priced[] = [...items.subassembly]
    .map(([id]) => ({ id, totals: totalsOf(costs.of(id)) }))
    .filter(({ totals }) => totals.length > 0)
  const orders = new Map<string, readonly number[]>()

  const sorted = (sum: Sum, descending: boolean): readonly number[] => {
    const compare = compareTotals(sum, descending)
    return priced.toSorted((a, b) => compare(a.totals, b.totals) || a.id - b.id).map(({ id }) => id)
  }
  return {
    order: (sum: Sum, descending: boolean): readonly number[] => {
      const key = `${sum} ${descending}`
      const order = orders.get(key) ?? sorted(sum, descending)
      orders.set(key, order)
      return order
    },
    /** If assemblies without a cost pass, lists those that do not pass, since the former are unknown here. */
    passing: (query: RowsQuery): Passing => {
      const tests = sumFilters.map((filter) => passes(filter, query))
      const passesAll = (totals: Priced['totals']) => tests.every((test) => test(totals))
      const others = passesAll([])
      const named = priced.filter(({ totals }) => passesAll(totals) !== others)
      return { ids: named.map(({ id }) => id), others }
    },
  }
}

/** Caches the list until a cost changes. */
const createPricedLists = () => {
  const known = new WeakMap<BomModel, { changes: number; list: ReturnType<typeof pricedList> }>()
  return (model: BomModel) => {
    const { changes } = model.costs
    const found = known.get(model)
    if (found?.changes === changes) return found.list
    const list = pricedList(model)
    known.set(model, { changes, list })
    return list
  }
}

/** Reads costs from the model, which computes and caches them on demand. */
export const createListCosts = (
  findModel: FindModel,
  { costsChanged }: Pick<BomProjection, 'costsChanged'>,
): ListCosts => {
  const pricedIn = createPricedLists()
  const modelOf = async (
    request: Parameters<ListCosts['adder']>[0],
    scope: Scope = { what: 'everything' },
  ) => (await findModel(request, { ...(request.query as PointInTimeQuery), scope }))().model
  return {
    tag: () => `c${costsChanged()}`,
    adder: async (request, ids) => {
      const { costs } = await modelOf(request, ids ? { what: 'below', ids } : undefined)
      return (answer) =>
        `${answer.slice(0, -1)},"cost":${JSON.stringify(sumOf(costs.of(idIn(answer))))}}`
    },
    query: async (request, query) => {
      const { sort, order } = query
      const isNarrowed = sumParameters.some((parameter) => query[parameter] !== undefined)
      if (!isNarrowed && !isCostSort(sort)) return noCosts
      const list = pricedIn(await modelOf(request))
      return {
        places: isCostSort(sort) ? list.order(costSorts[sort], order === 'desc') : null,
        passing: isNarrowed ? list.passing(query) : null,
      }
    },
  }
}
