import { sql, type DatabasePool } from 'slonik'
import { attributeAnswer, type AttributeAnswer } from '#contracts/assembly/answers.ts'

export const attributesOf = (
  pool: Pick<DatabasePool, 'any'>,
  assemblyId: number,
): Promise<readonly AttributeAnswer[]> =>
  pool.any(sql.type(attributeAnswer)`
    select id::float8 as id, assembly_id as "assemblyId", description, value, unit,
      drawing_number as "drawingNumber", editable, sort_order as "sortOrder",
      created_at as "createdAt"
    from assembly_attribute where assembly_id = ${assemblyId} order by sort_order, id`)
