import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { linkKinds } from '#contracts/assembly/link-kinds.ts'
import { assembly, entityNamed } from '#contracts/catalogue/index.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { Names } from '#contracts/history.ts'
import { snake } from '#kernel/database.ts'
import { json } from '../kernel/sql.ts'
import { recordChanges } from './changes.ts'
import type { Entry } from './entries.ts'
import type { NameOf } from './phrases.ts'

type Fields = Readonly<Record<string, unknown>> | null

export const titleOf = (entity: EntityName, id: number | string, fields: Fields): string => {
  const title = fields?.[snake(entityNamed(entity).title)] || fields?.['supplier_articlenumber']
  return typeof title === 'string' && title !== '' ? title : `nr. ${id}`
}

const named = z.object({
  entity: z.custom<EntityName>(),
  id: z.string(),
  position: z.string(),
  fields: z.custom<Fields>(),
  present: z.custom<Fields>(),
})
type Named = Pick<z.output<typeof named>, 'entity' | 'id' | 'position'>

const recordsIn = (entry: Entry): Named[] => {
  const { position, parts, parents, origin } = entry
  const { fields } = entityNamed(entry.entity)
  const record = (entity: EntityName, id: number) => ({ entity, id: String(id), position })
  const assemblies = origin === null ? parents : [...parents, origin]
  const referred = recordChanges(entry).flatMap(({ field, from, to }) => {
    const entity = fields[field]?.to
    const ids = [from, to].filter((id) => typeof id === 'number')
    return entity ? ids.map((id) => record(entity, id)) : []
  })
  return [
    ...parts.flatMap((part) => {
      if (part.of === 'link') return [record(linkKinds[part.kind].entity, part.id)]
      return part.of === 'offer' ? [record('suppliers', part.id)] : []
    }),
    ...assemblies.map((id) => record(assembly.name, id)),
    ...referred,
  ]
}

const attributeNames = ({ parts }: Entry): Names =>
  Object.fromEntries(
    parts.flatMap(({ of, id, before, after }) => {
      const name = String((after ?? before)?.['description'])
      return of === 'attribute' ? [[`attributes/${id}`, { name, now: name }]] : []
    }),
  )

/** What the changes and the sentences of these entries refer to, with the names of the time and of now. */
export const namesIn = async (
  pool: DatabasePool,
  entries: readonly Entry[],
): Promise<(entry: Entry) => Names> => {
  const rows = await pool.any(sql.type(named)`
    select needed.entity, needed.id, needed.position::text as position, (
        select fields from record_version v
        where v.entity = needed.entity and v.id = needed.id and v.position <= needed.position
        order by v.position desc limit 1) as fields, (
        select fields from record_version v
        where v.entity = needed.entity and v.id = needed.id and v.ended is null) as present
    from json_to_recordset(${json(entries.flatMap(recordsIn))}) as needed (entity text, id text, position bigint)`)
  const byPosition = Map.groupBy(rows, ({ position }) => position)
  const nameOf = ({ entity, id, fields, present }: z.output<typeof named>) => [
    `${entity}/${id}`,
    { name: titleOf(entity, id, fields), now: present && titleOf(entity, id, present) },
  ]
  return (entry) => ({
    ...Object.fromEntries((byPosition.get(entry.position) ?? []).map(nameOf)),
    ...attributeNames(entry),
  })
}

export const nameIn =
  (names: Names): NameOf =>
  (entity, id) =>
    names[`${entity}/${id}`]?.name ?? `nr. ${id}`
