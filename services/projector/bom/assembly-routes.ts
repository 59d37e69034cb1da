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
import { instant } from '../kernel/sql.ts'
import { noAssembly } from './answer.ts'

type Pool = QueryContext['pool']

const linked = z.object({
  id: z.number(),
  quantity: z.number(),
  notes: z.string().nullable(),
  sortOrder: z.number(),
  createdAt: z.string(),
  record: z.custom<object | null>(),
})
const linksRow = z.object({ links: z.array(linked) })

/** Null if the assembly does not exist. */
type Read = (source: Source, assemblyId: number) => Promise<readonly object[] | null>

const readLinks =
  (pool: Pool, kind: LinkKind): Read =>
  async ({ tables, answer }, assemblyId) => {
    const { entity } = linkKinds[kind]
    const links = await pool.maybeOneFirst(sql.type(linksRow)`
      ${tables} select coalesce((
        select json_agg(link order by link."sortOrder", link.id) from (
          select l.item_id as id, l.quantity, l.notes, l.sort_order as "sortOrder",
            ${instant(sql.fragment`l.created_at`)} as "createdAt",
            (${answer(entityNamed(entity))})::json as record
          from assembly_link l left join ${sql.identifier([entity])} r on r.id = l.item_id
          where l.assembly_id = a.id and l.kind = ${kind}) link), '[]') as links
      from assemblytypes a where a.id = ${assemblyId}`)
    return (
      links?.map(({ id, record, ...values }) => ({
        id: linkIdOf(kind, assemblyId, id),
        assemblyId,
        ...(kind === 'subassembly' && { parentAssemblyId: assemblyId }),
        [idKeyOf(kind)]: id,
        ...values,
        [recordKey(kind)]: record,
      })) ?? null
    )
  }

const attributesRow = z.object({ attributes: z.array(attributeAnswer) })
const readAttributes =
  (pool: Pool): Read =>
  ({ tables, answer }, assemblyId) =>
    pool.maybeOneFirst(sql.type(attributesRow)`
      ${tables} select (${answer(assembly)})::json->'attributes' as attributes
      from assemblytypes r where id = ${assemblyId}`)

export const assemblyRoutes = (app: App, pool: Pool): void => {
  const list = (path: string, summary: string, line: z.ZodType, read: Read) => {
    const response = { 200: successSchema(z.array(line)) }
    const querystring = z.object(pointInTimeQuery)
    const schema = { tags: ['assemblytypes'], summary, params: byId, querystring, response }
    app.get(
      `/api/assemblytypes/:id/${path}`,
      { config: { needs: 'read' }, schema },
      async (request, reply) => {
        const data = await read(await sourceOf(pool, request), request.params.id)
        if (data === null) throw noAssembly()
        return reply.headers(jsonHeaders).send(success(data))
      },
    )
  }
  for (const kind of kindsOfLink) {
    const { path } = linkKinds[kind]
    const summary = `${manyOf(kind)} i en sammenstilling`
    list(path, summary, linkSchema(kind), readLinks(pool, kind))
  }
  list('attributes', 'Attributter for en sammenstilling', attributeAnswer, readAttributes(pool))
}
