import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { attributeAnswer, type AttributeAnswer } from '#contracts/assembly/attributes.ts'
import { linkIdOf, linkKinds, type LinkKind } from '#contracts/assembly/links.ts'

type Pool = Pick<DatabasePool, 'any'>

const row = z.object({
  id: z.number(),
  quantity: z.number(),
  notes: z.string().nullable(),
  sortOrder: z.number(),
  createdAt: z.string(),
  record: z.string().nullable(),
})

/** The links of one kind, each with the linked record as it is answered elsewhere. */
export const linksOf = async (
  pool: Pool,
  kind: LinkKind,
  assemblyId: number,
): Promise<readonly object[]> => {
  const { idKey, record, entity } = linkKinds[kind]
  const columns = sql.fragment`
    l.quantity, l.notes, l.sort_order as "sortOrder", l.created_at as "createdAt",
    linked.answer as record`
  const linked = sql.identifier([entity])
  const links = await pool.any(
    kind === 'subassembly'
      ? sql.type(row)`
          select l.child_id as id, ${columns}
          from assembly_link l left join ${linked} linked on linked.id = l.child_id
          where l.parent_id = ${assemblyId} order by l.sort_order, l.child_id`
      : sql.type(row)`
          select l.part_id as id, ${columns}
          from assembly_part l left join ${linked} linked on linked.id = l.part_id
          where l.assembly_id = ${assemblyId} and l.part = ${kind} order by l.sort_order, l.part_id`,
  )
  return links.map(({ id, record: answer, ...values }) => ({
    id: linkIdOf(kind, assemblyId, id),
    assemblyId,
    ...(kind === 'subassembly' && { parentAssemblyId: assemblyId }),
    [idKey]: id,
    ...values,
    [record]: answer && JSON.parse(answer),
  }))
}

export const attributesOf = (pool: Pool, assemblyId: number): Promise<readonly AttributeAnswer[]> =>
  pool.any(sql.type(attributeAnswer)`
    select id::float8 as id, assembly_id as "assemblyId", description, value, unit,
      drawing_number as "drawingNumber", editable, sort_order as "sortOrder",
      created_at as "createdAt"
    from assembly_attribute where assembly_id = ${assemblyId} order by sort_order, id`)
