import { sql } from 'slonik'
import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { attributeAnswer } from '#contracts/assembly/attributes.ts'
import {
  type LinkKind,
  idKeyOf,
  kindsOfLink,
  linkKinds,
  manyOf,
  recordKey,
} from '#contracts/assembly/link-kinds.ts'
import { linkIdOf } from '#contracts/assembly/links.ts'
import { assembly, entityNamed } from '#contracts/catalogue/index.ts'
import { linkSchema } from '#contracts/records.ts'
import { successSchema } from '#kernel/openapi.ts'
import { byId } from '#kernel/params.ts'
import type { App } from '#kernel/types.ts'
import { sourceOf, type Source } from '../catalogue/source.ts'
import { pointInTimeQuery } from '../kernel/as-of.ts'
import { jsonHeaders } from '../kernel/list-answer.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { noAssembly } from './answer.ts'

type Pool = QueryContext['pool']

const row = z.object({
  id: z.number(),
  quantity: z.number(),
  notes: z.string().nullable(),
  sortOrder: z.number(),
  createdAt: z.string(),
  answer: z.string().nullable(),
})

const linksOf = async (
  pool: Pool,
  { tables, answer }: Source,
  kind: LinkKind,
  assemblyId: number,
): Promise<object[]> => {
  const { entity } = linkKinds[kind]
  const links = await pool.any(sql.type(row)`
    ${tables} select l.item_id as id, l.quantity, l.notes, l.sort_order as "sortOrder",
      l.created_at as "createdAt", ${answer(entityNamed(entity))} as answer
    from assembly_link l left join ${sql.identifier([entity])} r on r.id = l.item_id
    where l.assembly_id = ${assemblyId} and l.kind = ${kind} order by l.sort_order, l.item_id`)
  return links.map(({ id, answer, ...values }) => ({
    id: linkIdOf(kind, assemblyId, id),
    assemblyId,
    ...(kind === 'subassembly' && { parentAssemblyId: assemblyId }),
    [idKeyOf(kind)]: id,
    ...values,
    [recordKey(kind)]: answer && JSON.parse(answer),
  }))
}

const attributesRow = z.object({ attributes: z.array(attributeAnswer) })
const attributesOf = (pool: Pool, { tables, answer }: Source, assemblyId: number) =>
  pool.oneFirst(sql.type(attributesRow)`
    ${tables} select (${answer(assembly)})::json->'attributes' as attributes from assemblytypes r
    where id = ${assemblyId}`)

const hasAssembly = (pool: Pool, { tables }: Source, id: number) =>
  pool.exists(sql.unsafe`${tables} select from assemblytypes where id = ${id}`)

export const assemblyRoutes = (app: App, pool: Pool): void => {
  const list = (
    path: string,
    summary: string,
    line: z.ZodType,
    read: (source: Source, id: number) => Promise<readonly object[]>,
  ) => {
    const response = { 200: successSchema(z.array(line)) }
    const querystring = z.object(pointInTimeQuery)
    const schema = { tags: ['assemblytypes'], summary, params: byId, querystring, response }
    app.get(
      `/api/assemblytypes/:id/${path}`,
      { config: { needs: 'read' }, schema },
      async (request, reply) => {
        const { id } = request.params
        const source = await sourceOf(pool, request)
        if (!(await hasAssembly(pool, source, id))) throw noAssembly()
        const data = await read(source, id)
        return reply.headers(jsonHeaders).send(success(data))
      },
    )
  }
  for (const kind of kindsOfLink)
    list(
      linkKinds[kind].path,
      `${manyOf(kind)} i en sammenstilling`,
      linkSchema(kind),
      (source, id) => linksOf(pool, source, kind, id),
    )
  list('attributes', 'Attributter for en sammenstilling', attributeAnswer, (source, id) =>
    attributesOf(pool, source, id),
  )
}
