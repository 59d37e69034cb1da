import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import type { Entity, EntityName } from '#contracts/entity.ts'
import type { RecordId } from '../kernel/projection.ts'
import { nothing, type Fragment } from '../kernel/sql.ts'
import { column, references, table } from './columns.ts'

const idRow = z.object({ id: z.union([z.number(), z.string()]) })

/** Records of an entity whose answers contain the name of a renamed record. */
export const referring = async (
  pool: Pick<CommonQueryMethods, 'anyFirst'>,
  entity: Entity,
  renamed: ReadonlyMap<EntityName, readonly RecordId[]>,
  limit: Fragment = nothing,
): Promise<readonly RecordId[]> => {
  const found: RecordId[] = []
  for (const { key, to } of references(entity)) {
    const ids = renamed.get(to) ?? []
    if (ids.length === 0) continue
    const own = await pool.anyFirst(sql.type(idRow)`
      select id from ${table(entity)} where ${column(key)} = any(${sql.array(ids, 'int4')}) ${limit}`)
    found.push(...own)
  }
  return found
}
