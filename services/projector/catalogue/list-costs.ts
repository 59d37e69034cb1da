import type { FastifyRequest } from 'fastify'
import { isCostSort, type CostSort } from '#contracts/assembly/cost-order.ts'
import type { Entity } from '#contracts/entity.ts'
import { filtersOf, parametersOf } from '#contracts/list/filters.ts'
import type { RowsQuery } from '#contracts/list/query.ts'
import { isAssembly } from './columns.ts'

type Request = Pick<FastifyRequest, 'user' | 'query'>

/** What the list of assemblies says of their costs, which are in no table. */
export type ListCosts = {
  /** The same as long as no cost has changed. */
  readonly tag: () => string
  /** Puts what an assembly costs into its answer. Which ones are asked for: null is any. */
  readonly adder: (
    request: Request,
    ids: readonly number[] | null,
  ) => Promise<(answer: string) => string>
  /** The assemblies that cost something, in the order of that. */
  readonly order: (
    request: Request,
    sort: CostSort,
    descending: boolean,
  ) => Promise<readonly number[]>
  /** Those that a filter by costs lets through. */
  readonly passing: (request: Request, query: RowsQuery) => Promise<Passing>
}

/** All that are named, or all others. */
export type Passing = { readonly ids: readonly number[]; readonly others: boolean }

/** What a list asks of costs: null where it asks nothing. */
export type CostsAsked = {
  /** The order it comes in. */
  readonly places: readonly number[] | null
  readonly passing: Passing | null
}
export const noCosts: CostsAsked = { places: null, passing: null }

const sumParameters = (entity: Entity): readonly string[] =>
  filtersOf(entity).flatMap((filter) => (filter.sum ? parametersOf(filter) : []))

/** Each answer begins with it: see `answerOf`. */
export const idIn = (answer: string): number => Number(/^\{"id":(\d+)/.exec(answer)![1])

export const costsAsked = async (
  costs: ListCosts,
  request: Request,
  entity: Entity,
  query: RowsQuery,
): Promise<CostsAsked> => {
  if (!isAssembly(entity)) return noCosts
  const { sort, order } = query
  const isNarrowed = sumParameters(entity).some((parameter) => query[parameter] !== undefined)
  return {
    places: isCostSort(sort) ? await costs.order(request, sort, order === 'desc') : null,
    passing: isNarrowed ? await costs.passing(request, query) : null,
  }
}
