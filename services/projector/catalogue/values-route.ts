import { sql } from 'slonik'
import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import type { Entity } from '#contracts/entity.ts'
import { filtersOf } from '#contracts/list/filters.ts'
import { ifNoneMatch, successSchema } from '#kernel/openapi.ts'
import type { App } from '#kernel/types.ts'
import { pointInTimeOf, pointInTimeQuery } from '../kernel/as-of.ts'
import { entityTag, sendTagged } from '../kernel/list-answer.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { escaped, nothing } from '../kernel/sql.ts'
import { joinsOf } from './answer.ts'
import { table } from './columns.ts'
import { valuesIn } from './filters.ts'
import { lowerCase } from './search-text.ts'
import { sourceAt } from './source.ts'

const row = z.object({ value: z.string() })
/** Users search beyond these. */
const most = 200

const schemaFor = ({ name, noun }: Entity, keys: readonly string[]) => ({
  tags: [name],
  summary: `Verdiene som ${noun.many} har i et felt`,
  description: `Høyst ${most}, i alfabetisk rekkefølge.`,
  params: z.object({
    key: z
      .enum(keys)
      .describe('Feltet')
      .meta({ examples: [keys[0]] }),
  }),
  querystring: z.object({
    q: z
      .string()
      .max(200)
      .optional()
      .describe('Bare verdier med denne teksten')
      .meta({ examples: ['a'] }),
    ...pointInTimeQuery,
  }),
  headers: ifNoneMatch,
  response: { 200: successSchema(z.array(z.string())) },
})

export const valuesRoute = (app: App, entity: Entity, context: QueryContext): void => {
  const { pool } = context
  const filters = filtersOf(entity).filter(({ narrowing }) => narrowing === 'values')
  const schema = schemaFor(
    entity,
    filters.map(({ key }) => key),
  )
  app.get(
    `/api/${entity.name}/values/:key`,
    { config: { needs: 'read' }, schema },
    async (request, reply) => {
      const { q = '' } = request.query
      const filter = filters.find(({ key }) => key === request.params.key)!
      const then = await pointInTimeOf(pool, request)
      const { tables } = sourceAt(then)
      const tag = await entityTag(context, entity.name, then)
      const pattern = `%${escaped(q.toWellFormed())}%`
      const sought =
        q === ''
          ? nothing
          : sql.fragment`and ${lowerCase(sql.fragment`value`)} like ${lowerCase(sql.fragment`${pattern}::text`)}`
      return sendTagged(request, reply, { tag }, async () => {
        const data = await pool.anyFirst(sql.type(row)`
          ${tables} select value collate norwegian as value
          from (select distinct ${valuesIn(filter)} as value
            from ${table(entity)} r ${filter.field ? nothing : joinsOf(entity)}) found
          where value <> '' ${sought} order by 1, found.value collate "C" limit ${most}`)
        return { body: JSON.stringify(success(data)) }
      })
    },
  )
}
