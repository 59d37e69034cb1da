import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { linkKinds } from '#contracts/assembly/link-kinds.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { EntityName } from '#contracts/entity.ts'
import { snake } from '#kernel/database.ts'
import { json } from '../kernel/sql.ts'
import { recordChanges } from './changes.ts'
import type { Entry } from './entries.ts'
import type { NameOf } from './phrases.ts'

type Fields = Readonly<Record<string, unknown>> | null

/** The record's title, or its number without one. */
export const titleOf = (entity: EntityName, id: number | string, fields: Fields): string => {
  const title = fields?.[snake(entityNamed(entity).title)] || fields?.['supplier_articlenumber']
  return typeof title === 'string' && title !== '' ? title : `nr. ${id}`
}

const named = z.object({
  entity: z.custom<EntityName>(),
  id: z.string(),
  position: z.string(),
  fields: z.custom<Fields>(),
})
type Named = Pick<z.output<typeof named>, 'entity' | 'id' | 'position'>

const namedIn = (entry: Entry): readonly Named[] => {
  const { position, links, offers, parents, origin } = entry
  const { fields } = entityNamed(entry.entity)
  // A sentence names at most one link or offer.
  const [link, offer] = [links[0], offers[0]]
  const linked = link && { entity: linkKinds[link.kind].entity, id: String(link.id), position }
  const offering = offer && { entity: 'suppliers' as const, id: String(offer.id), position }
  const referred = recordChanges(entry).flatMap(({ field, from, to }) => {
    const entity = fields[field]?.to
    const ids = [from, to].filter((id) => typeof id === 'number')
    return entity ? ids.map((id) => ({ entity, id: String(id), position })) : []
  })
  const assemblies = [...parents, ...(origin === null ? [] : [origin])]
  const others = assemblies.map((id) => ({
    entity: 'assemblytypes' as const,
    id: String(id),
    position,
  }))
  return [linked ?? [], offering ?? [], others, referred].flat()
}

const keyOf = ({ entity, id, position }: Named) => `${entity} ${id} ${position}`

/** The names, at the time, of all records in the sentences of these entries. */
export const namesIn = async (
  pool: DatabasePool,
  entries: readonly Entry[],
): Promise<(entry: Entry) => NameOf> => {
  const needed = entries.flatMap(namedIn)
  const rows = await pool.any(sql.type(named)`
    select needed.entity, needed.id, needed.position::text as position, (
      select fields from record_version v
      where v.entity = needed.entity and v.id = needed.id and v.position <= needed.position
      order by v.position desc limit 1) as fields
    from json_to_recordset(${json(needed)}) as needed (entity text, id text, position bigint)`)
  const names = new Map(
    rows.map((row) => [keyOf(row), titleOf(row.entity, row.id, row.fields)] as const),
  )
  return ({ position }) =>
    (entity, id) =>
      names.get(keyOf({ entity, id: String(id), position })) ?? `nr. ${id}`
}
