import type { FastifyRequest } from 'fastify'
import type { Entity } from '#contracts/entity.ts'
import type { RowsQuery } from '#contracts/list/query.ts'
import { isAssembly } from './columns.ts'

type Request = Pick<FastifyRequest, 'user' | 'query'>

/** The listed ids, or all except them. */
export type Passing = { readonly ids: readonly number[]; readonly others: boolean }

/** What a list query needs of costs; null if nothing. */
export type CostQuery = {
  /** Ids of the assemblies with a cost, ordered by it. */
  readonly places: readonly number[] | null
  readonly passing: Passing | null
}
export const noCosts: CostQuery = { places: null, passing: null }

/** Costs in the list of assemblies. They are in no table. */
export type ListCosts = {
  /** Changes whenever a cost changes; part of the entity tag. */
  readonly tag: () => string
  /** Adds costs to answers. `ids` null means any assembly. */
  readonly adder: (
    request: Request,
    ids: readonly number[] | null,
  ) => Promise<(answer: string) => string>
  readonly query: (request: Request, query: RowsQuery) => Promise<CostQuery>
}

/** Every answer begins with its id: see `answerOf`. */
export const idIn = (answer: string): number => Number(/^\{"id":(\d+)/.exec(answer)![1])

export const costsFor = async (
  costs: ListCosts,
  request: Request,
  entity: Entity,
  query: RowsQuery,
): Promise<CostQuery> => (isAssembly(entity) ? costs.query(request, query) : noCosts)
