import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { linkIdOf, linkKinds, type LinkKind } from '#contracts/assembly/links.ts'

const row = z.object({
  id: z.number(),
  quantity: z.number(),
  notes: z.string().nullable(),
  sortOrder: z.number(),
  createdAt: z.string(),
  record: z.string().nullable(),
})

/** The links of one kind, each with the linked record as it is answered elsewhere, as JSON texts. */
export const linksOf = async (
  pool: Pick<DatabasePool, 'any'>,
  kind: LinkKind,
  assemblyId: number,
): Promise<readonly string[]> => {
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
  return links.map(({ id, record: answer, ...values }) => {
    const link = {
      id: linkIdOf(kind, assemblyId, id),
      assemblyId,
      ...(kind === 'subassembly' && { parentAssemblyId: assemblyId }),
      [idKey]: id,
      ...values,
    }
    return `${JSON.stringify(link).slice(0, -1)},"${record}":${answer ?? 'null'}}`
  })
}
