import { sql } from 'slonik'
import { z } from 'zod'
import type { Entity } from '#contracts/entity.ts'
import type { App } from '../../kernel/types.ts'
import type { Reading } from '../kernel/queries.ts'
import { column, filtersOf, table } from './columns.ts'
import { isUnchanged, listHead, listTag } from './list-answer.ts'
import { listState } from './list-state.ts'

const row = z.object({ value: z.string() })

/** What a list can be narrowed to: the different values of a field, in Norwegian order. */
const valuesRoute = (app: App, entity: Entity, key: string, { pool, version }: Reading): void => {
  const { label } = entity.fields[key]!
  app.get(
    `/api/${entity.name}/values/${key}`,
    {
      config: { needs: 'read' },
      schema: {
        tags: [entity.name],
        summary: `Verdiene som ${entity.noun.many} har i feltet ${label}`,
        response: { 200: z.object({ success: z.literal(true), data: z.array(z.string()) }) },
      },
    },
    async (request, reply) => {
      const tag = listTag(version, (await listState(pool, entity.name)).position)
      if (isUnchanged(request, tag)) return listHead(reply, { tag }).code(304).send()
      const rows = await pool.any(sql.type(row)`
        select value collate norwegian as value
        from (select distinct ${column(key)} as value from ${table(entity)}) found
        where value <> '' order by 1`)
      return listHead(reply, { tag }).send({ success: true, data: rows.map(({ value }) => value) })
    },
  )
}

export const valueRoutes =
  (entities: readonly Entity[], reading: Reading) =>
  (app: App): void => {
    for (const entity of entities)
      for (const key of filtersOf(entity)) valuesRoute(app, entity, key, reading)
  }
