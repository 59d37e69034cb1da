import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { mostRecordsTold } from '#contracts/change-stream.ts'
import { entities } from '#contracts/catalogue/index.ts'
import type { Entity, EntityName } from '#contracts/entity.ts'
import type { Position } from '#contracts/event-log.ts'
import { column, references, snake, table } from '../catalogue/columns.ts'

export type Changed = ReadonlyMap<EntityName, readonly string[]>
type Span = { readonly after: Position; readonly until: Position }

const idRow = z.object({ id: z.string() })

/** Of these records, those that are called otherwise than before. */
const renamedOf = (
  pool: DatabasePool,
  { name, title }: Entity,
  ids: readonly string[],
  { after, until }: Span,
): Promise<readonly string[]> =>
  pool.anyFirst(sql.type(idRow)`
    select distinct now.id
    from record_version now
    join record_version was
      on (was.entity, was.id, was.ended) = (now.entity, now.id, now.position)
    where now.entity = ${name} and now.id = any(${sql.array(ids, 'text')})
      and now.position > ${after} and now.position <= ${until}
      and now.fields ->> ${snake(title)} is distinct from was.fields ->> ${snake(title)}`)

const referringTo = (
  pool: DatabasePool,
  entity: Entity,
  key: string,
  ids: readonly string[],
): Promise<readonly string[]> =>
  pool.anyFirst(sql.type(idRow)`
    select id::text from ${table(entity)}
    where ${column(key)} = any(${sql.array(ids.map(Number), 'int4')})
    limit ${mostRecordsTold + 1}`)

const usersOf = ({ name }: Entity) =>
  entities.flatMap((entity) =>
    references(entity)
      .filter(({ to }) => to === name)
      .map(({ key }) => ({ entity, key })),
  )

/** What changed, and the records that show a new name by it. */
export const withNamed = async (
  pool: DatabasePool,
  changed: Changed,
  span: Span,
): Promise<Changed> => {
  const all = new Map(changed)
  for (const named of entities) {
    const [ids, users] = [changed.get(named.name), usersOf(named)]
    if (!ids || users.length === 0) continue
    const renamed = await renamedOf(pool, named, ids, span)
    if (renamed.length === 0) continue
    for (const { entity, key } of users) {
      const found = await referringTo(pool, entity, key, renamed)
      all.set(entity.name, [...new Set([...(all.get(entity.name) ?? []), ...found])])
    }
  }
  return all
}
