import type { FastifyRequest } from 'fastify'
import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { entities } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Position } from '#contracts/event-log.ts'
import { offerAnswer } from '#contracts/offers.ts'
import { failureSchema, successSchema } from '#kernel/openapi.ts'
import { byId } from '#kernel/params.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { inForce, pointInTimeQuery } from '../kernel/as-of.ts'
import { jsonHeaders } from '../kernel/list-answer.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { instant, nothing, type Fragment } from '../kernel/sql.ts'
import { table } from './columns.ts'
import { costsFor, type ListCosts } from './list-costs.ts'
import { answersTo, type ListQuery } from './list-query.ts'
import { sourceOf, type Source } from './source.ts'

export const offersOf = (entity: Fragment, id: Fragment, position: Position | null): Fragment =>
  sql.fragment`
    coalesce((
      select json_agg(offer order by offer."supplierName" collate norwegian, offer."supplierId")
      from (
        select o.supplier_id as "supplierId", supplier.name as "supplierName",
          o.supplier_articlenumber as "supplierArticlenumber",
          trim_scale(o.cost_price) as "costPrice", o.cost_price_currency as "costPriceCurrency",
          o.unit, o.minimum_order as "minimumOrder", o.lead_time as "leadTime",
          ${instant(sql.fragment`o.created_at`)} as "createdAt",
          ${instant(sql.fragment`o.updated_at`)} as "updatedAt"
        from offer_version o left join suppliers supplier on supplier.id = o.supplier_id
        where o.entity = ${entity} and o.id = ${id} and ${inForce(position, 'o')}
      ) offer), '[]')`

const listedId = sql.fragment`(listed.answer::json->>'id')::int`

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
        select left(listed.answer, -1) || ',"offers":' || ${offersOf(sql.fragment`${entity.name}`, listedId, source.position)} || '}' as answer
        from (${answersTo({ ...source, tables: nothing }, entity, query, ofCosts)}) listed`
      : answersTo(source, entity, query, ofCosts)
  }
}

const row = z.object({ offers: z.array(offerAnswer) })

const readOffers = (pool: DatabasePool, source: Source, entity: Entity, id: number) =>
  pool.maybeOneFirst(sql.type(row)`
    ${source.tables}
    select ${offersOf(sql.fragment`${entity.name}`, sql.fragment`r.id`, source.position)} as offers
    from ${table(entity)} r where r.id = ${id}`)

export const offerRoutes = (app: App, pool: DatabasePool): void => {
  for (const entity of entities.filter(({ priced }) => priced)) {
    const schema = {
      tags: [entity.name],
      summary: `Andre leverandørers tilbud på ${entity.noun.the}`,
      params: byId,
      querystring: z.object(pointInTimeQuery),
      response: { 200: successSchema(z.array(offerAnswer)), 404: failureSchema },
    }
    app.get(
      `/api/${entity.name}/:id/offers`,
      { config: { needs: 'read' }, schema },
      async (request, reply) => {
        const source = await sourceOf(pool, request)
        const data = await readOffers(pool, source, entity, request.params.id)
        if (data === null) throw refused('NOT_FOUND')
        return reply.headers(jsonHeaders).send(success(data))
      },
    )
  }
}
