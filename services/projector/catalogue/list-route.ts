import { sql } from 'slonik'
import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import type { Entity } from '#contracts/entity.ts'
import { recordSchema } from '#contracts/records.ts'
import { ifNoneMatch, successSchema } from '#kernel/openapi.ts'
import type { App } from '#kernel/types.ts'
import { bulkKeys, mostSelected } from '#contracts/bulk-fields.ts'
import { refused } from '#kernel/refused.ts'
import { pointInTimeOf } from '../kernel/as-of.ts'
import { entityTag, sendTagged, type Read } from '../kernel/list-answer.ts'
import { counted, lengthOf } from '../kernel/list-state.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { nothing, type Fragment } from '../kernel/sql.ts'
import { jsonList, streamList } from '../kernel/stream.ts'
import { joinsOf } from './answer.ts'
import { isAssembly, table } from './columns.ts'
import { costsFor, idIn, type ListCosts } from './list-costs.ts'
import { answersTo, listQuery, longestPage, matching, type ListQuery } from './list-query.ts'
import { isPresent, sourceAt, sourceOf, type Source } from './source.ts'

const answerRow = counted.extend({ answer: z.string().nullable() })

/** The length of the list without limit and offset. */
const totalOf = (source: Source, entity: Entity, where: Fragment): Fragment => {
  if (where === nothing && isPresent(source)) return lengthOf(entity.name)
  return sql.fragment`
    ${source.tables} select count(*)::int4 as total
    from ${table(entity)} r ${where === nothing ? nothing : joinsOf(entity)} ${where}`
}

/** One statement, and so of one moment: the length stands beside each row, also where there is none. */
const pageOf = (total: Fragment, rows: Fragment) => sql.type(answerRow)`
  select page.answer, whole.total
  from (${total}) whole
  left join (select answer, row_number() over () as place from (${rows}) ordered) page on true
  order by page.place`

type AddCosts = (ids: readonly number[] | null) => Promise<(answer: string) => string>

const listOf = async (
  { pool, lists }: QueryContext,
  { total, rows }: { readonly total: Fragment; readonly rows: Fragment },
  { limit }: ListQuery,
  addCosts: AddCosts | null,
): Promise<Read> => {
  if (limit === undefined || limit > longestPage) {
    const textOf = await addCosts?.(null)
    return streamList(lists, total, sql.unsafe`${rows}`, { ...jsonList, ...(textOf && { textOf }) })
  }
  const { head, separator, tail } = jsonList
  // One statement for few rows; a cursor needs a transaction of eight.
  const found = await pool.any(pageOf(total, rows))
  const answers = found.flatMap(({ answer }) => answer ?? [])
  const textOf = await addCosts?.(answers.map(idIn))
  const body = head + (textOf ? answers.map(textOf) : answers).join(separator) + tail
  return { body, total: found[0]!.total }
}

export const listRoute = (
  app: App,
  entity: Entity,
  context: QueryContext,
  costs: ListCosts,
): void => {
  const { pool } = context
  const schema = {
    tags: [entity.name],
    summary: `Alle ${entity.noun.many}`,
    description:
      'Hele lista, eller med søk, sortering og sider. `X-Total-Count` er antallet uten `limit` og `offset`.',
    querystring: listQuery(entity),
    headers: ifNoneMatch,
    response: { 200: successSchema(z.array(recordSchema(entity))) },
  }
  const config = { needs: 'read', answers: ['x-total-count'] } as const
  app.get(`/api/${entity.name}`, { config, schema }, async (request, reply) => {
    const then = await pointInTimeOf(pool, request)
    const source = sourceAt(then)
    const others = isAssembly(entity) ? [costs.tag()] : []
    const tag = await entityTag(context, entity.name, then, others)
    // The schema above has parsed it; the compiler cannot infer that through computed keys.
    const query = request.query as ListQuery
    const costQuery = await costsFor(costs, request, entity, query)
    const counting = totalOf(source, entity, matching(source, entity, query, costQuery))
    const total = () => pool.oneFirst(sql.type(counted)`${counting}`)
    return sendTagged(request, reply, { tag, total }, async () => {
      const addCosts: AddCosts | null = isAssembly(entity)
        ? (ids) => costs.adder(request, ids)
        : null
      const rows = answersTo(source, entity, query, costQuery)
      return listOf(context, { total: counting, rows }, query, addCosts)
    })
  })
}

const idRow = z.object({ id: z.number() })
const tooMany = `Det er flere enn ${mostSelected.toLocaleString('nb-NO')} treff. Søk etter færre.`

/** All ids of a list, for changing or deleting many records. */
export const idsRoute = (
  app: App,
  entity: Entity,
  { pool }: QueryContext,
  costs: ListCosts,
): void => {
  if (bulkKeys(entity).length === 0) return
  const schema = {
    tags: [entity.name],
    summary: `Id-ene til ${entity.noun.many} som passer, for å endre eller slette dem samlet`,
    querystring: listQuery(entity).omit({ sort: true, order: true, limit: true, offset: true }),
    response: { 200: successSchema(z.array(z.int())) },
  }
  app.get(`/api/${entity.name}/ids`, { config: { needs: 'read' }, schema }, async (request) => {
    const source = await sourceOf(pool, request)
    const query = request.query as ListQuery
    const costQuery = await costsFor(costs, request, entity, query)
    const where = matching(source, entity, query, costQuery)
    const data = await pool.anyFirst(sql.type(idRow)`
      ${source.tables} select r.id from ${table(entity)} r ${joinsOf(entity)} ${where}
      order by r.id limit ${mostSelected + 1}`)
    if (data.length > mostSelected) throw refused('LIMIT', tooMany)
    return success(data)
  })
}
