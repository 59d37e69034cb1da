import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { kindsOfLink, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { mostChangedRecords } from '#contracts/change-stream.ts'
import type { Changes } from '#contracts/changes.ts'
import { entities, isReferred } from '#contracts/catalogue/index.ts'
import type { EntityName, Entity } from '#contracts/entity.ts'
import type { Position } from '#contracts/event-log.ts'
import { reach } from '#graph/walk.ts'
import { snake } from '#kernel/database.ts'
import type { BomModel } from '../bom/model.ts'
import { referring } from '../catalogue/referring.ts'

type Changed = ReadonlyMap<EntityName, readonly string[]>

const idRow = z.object({ id: z.string() })

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

const withNamed = async (pool: DatabasePool, changed: Changed, span: Span): Promise<Changed> => {
  const renamed = new Map<EntityName, readonly number[]>()
  for (const entity of entities.filter(isReferred)) {
    const ids = changed.get(entity.name)
    if (ids) renamed.set(entity.name, (await renamedOf(pool, entity, ids, span)).map(Number))
  }
  const all = new Map(changed)
  for (const entity of entities) {
    const limit = sql.fragment`limit ${mostChangedRecords + 1}`
    const found = (await referring(pool, entity, renamed, limit)).map(String)
    if (found.length > 0)
      all.set(entity.name, [...new Set([...(all.get(entity.name) ?? []), ...found])])
  }
  return all
}

/** After more changes than this, the client is told that everything may have changed. */
const mostRead = 10_000

type Span = { readonly after: Position; readonly until: Position; readonly account: string }

const row = z.object({
  entity: z.custom<EntityName>(),
  ids: z.array(z.string()),
  read: z.number(),
})

/** Null if there are too many. */
const readChanged = async (
  pool: DatabasePool,
  { after, until, account }: Span,
): Promise<Changed | null> => {
  const rows = await pool.any(sql.prepared('changed by others', row)`
    select entity, array_agg(distinct id) as ids, count(*)::integer as read
    from (
      select entity, id from journal
      where position > ${after} and position <= ${until} and user_id is distinct from ${account}
      limit ${mostRead}
    ) newer
    group by entity`)
  const read = rows.reduce((sum, one) => sum + one.read, 0)
  return read < mostRead ? new Map(rows.map(({ entity, ids }) => [entity, ids])) : null
}

/** Changed assemblies and all that contain a changed record, at any level; null if that is too much work. */
const changedAssemblies = ({ links }: BomModel, changed: Changed): readonly string[] | null => {
  const idsOf = (kind: LinkKind) => changed.get(linkKinds[kind].entity) ?? []
  if (kindsOfLink.some((kind) => idsOf(kind).length > mostChangedRecords)) return null
  const holders = kindsOfLink.flatMap((kind) =>
    idsOf(kind).flatMap((id) => links[kind].into(Number(id)).map(({ from }) => from)),
  )
  const found = reach(links.subassembly, [...idsOf('subassembly').map(Number), ...holders], 'up')
  return [...found].map(String)
}

/** Records changed by other accounts, and the assemblies affected by them. */
export const changedByOthers = async (
  pool: DatabasePool,
  model: BomModel,
  span: Span,
): Promise<Changes> => {
  const own = await readChanged(pool, span)
  if (!own) return { records: entities.map(({ name }) => ({ entity: name, ids: null })) }
  const changed = await withNamed(pool, own, span)
  const all = new Map<EntityName, readonly string[] | null>(changed)
  all.set('assemblytypes', changedAssemblies(model, changed))
  const records = [...all]
    .filter(([, ids]) => ids?.length !== 0)
    .map(([entity, ids]) => ({ entity, ids: ids && ids.length > mostChangedRecords ? null : ids }))
  return { records }
}
