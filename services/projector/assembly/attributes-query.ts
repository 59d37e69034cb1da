import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'

export const attribute = z.object({
  id: z.number(),
  assemblyId: z.number(),
  description: z.string(),
  value: z.string(),
  unit: z.string().nullable(),
  drawingNumber: z.string().nullable(),
  editable: z.boolean(),
  sortOrder: z.number(),
  createdAt: z.string(),
})
export type Attribute = z.output<typeof attribute>

export const attributesOf = (
  pool: Pick<DatabasePool, 'any'>,
  assemblyId: number,
): Promise<readonly Attribute[]> =>
  pool.any(sql.type(attribute)`
    select id::float8 as id, assembly_id as "assemblyId", description, value, unit,
      drawing_number as "drawingNumber", editable, sort_order as "sortOrder",
      created_at as "createdAt"
    from assembly_attribute where assembly_id = ${assemblyId} order by sort_order, id`)
