import type { FastifyRequest } from 'fastify'
import { isCostSort, type CostSort } from '#contracts/assembly/cost-order.ts'
import type { Entity } from '#contracts/entity.ts'
import { filtersOf, parametersOf } from '#contracts/list/filters.ts'
import type { RowsQuery } from '#contracts/list/query.ts'
import { isAssembly } from './columns.ts'

type Request = Pick<FastifyRequest, 'user' | 'query'>

/** Costs in the list of assemblies. They are in no table. */
export type ListCosts = {
  /** Changes whenever a cost changes; part of the entity tag. */
  readonly tag: () => string
  /** Adds costs to answers. `ids` null means any assembly. */
  readonly adder: (
    request: Request,
    ids: readonly number[] | null,
  ) => Promise<(answer: string) => string>
  /** Ids of the assemblies with a cost, ordered by it. */
  readonly order: (
    request: Request,
    sort: CostSort,
    descending: boolean,
  ) => Promise<readonly number[]>
  /** Ids that pass the cost filters. */
  readonly passing: (request: Request, query: RowsQuery) => Promise<Passing>
}

/** The listed ids, or all except them. */
export type Passing = { readonly ids: readonly number[]; readonly others: boolean }

/** What a list query needs of costs; null if nothing. */
export type CostQuery = {
  /** Ids in the requested order. */
  readonly places: readonly number[] | null
  readonly passing: Passing | null
}
export const noCosts: CostQuery = { places: null, passing: null }

const sumParameters = (entity: Entity): readonly string[] =>
  filtersOf(entity).flatMap((filter) => (filter.sum ? parametersOf(filter) : []))

/** Every answer begins with its id: see `answerOf`. */
export const idIn = (answer: string): number => Number(/^\{"id":(\d+)/.exec(answer)![1])

export const costsFor = async (
  costs: ListCosts,
  request: Request,
  entity: Entity,
  query: RowsQuery,
): Promise<CostQuery> => {
  if (!isAssembly(entity)) return noCosts
  const { sort, order } = query
  const isNarrowed = sumParameters(entity).some((parameter) => query[parameter] !== undefined)
  return {
    places: isCostSort(sort) ? await costs.order(request, sort, order === 'desc') : null,
    passing: isNarrowed ? await costs.passing(request, query) : null,
  }
}
