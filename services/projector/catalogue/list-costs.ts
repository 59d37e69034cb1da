import type { FastifyRequest } from 'fastify'
import { isCostSort, type CostSort } from '#contracts/assembly/cost-order.ts'
import type { Entity } from '#contracts/entity.ts'
import { isAssembly } from './columns.ts'
import type { ListQuery } from './list-query.ts'

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
}

/** Each answer begins with it: see `answerOf`. */
export const idIn = (answer: string): number => Number(/^\{"id":(\d+)/.exec(answer)![1])

/** Where the list is sorted by costs: the order it comes in. */
export const placesOf = async (
  costs: ListCosts,
  request: Request,
  entity: Entity,
  { sort, order }: ListQuery,
): Promise<readonly number[] | null> =>
  isAssembly(entity) && isCostSort(sort) ? costs.order(request, sort, order === 'desc') : null
