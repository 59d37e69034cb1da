import type { FastifyRequest } from 'fastify'
import { sql } from 'slonik'
import { osloDay } from '#contracts/days.ts'
import type { Entity } from '#contracts/entity.ts'
import { costsFor, type ListCosts } from '../catalogue/list-costs.ts'
import { answersTo, type ListQuery } from '../catalogue/list-query.ts'
import { offersOf } from '../catalogue/offers.ts'
import { sourceOf } from '../catalogue/source.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { nothing, type Fragment } from '../kernel/sql.ts'

const id = sql.fragment`(listed.answer::json->>'id')::int`

/** The answers of a list query; parts include the offers of other suppliers (`offers`). */
export const answersWithOffers = async (
  { pool }: QueryContext,
  request: FastifyRequest,
  entity: Entity,
  costs: ListCosts,
): Promise<(limit?: number) => Fragment> => {
  const listQuery = request.query as ListQuery
  const source = await sourceOf(pool, request)
  const ofCosts = await costsFor(costs, request, entity, listQuery)
  return (limit) => {
    const query = { ...listQuery, limit }
    return entity.priced
      ? sql.fragment`
        ${source.tables}
        select left(listed.answer, -1) || ',"offers":' || ${offersOf(entity, id, source.position)} || '}' as answer
        from (${answersTo({ ...source, tables: nothing }, entity, query, ofCosts)}) listed`
      : answersTo(source, entity, query, ofCosts)
  }
}

/** The day in a file name, in Norway: the requested one, or today. */
export const requestedDay = ({ validOn, asOf }: ListQuery): string => validOn ?? osloDay(asOf)
