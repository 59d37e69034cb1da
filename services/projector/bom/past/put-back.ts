import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { kindsOfLink, linkKinds } from '#contracts/assembly/link-kinds.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { Position } from '#contracts/event-log.ts'
import { eachRowAtOnce } from '../load-model.ts'
import type { PastModel } from './past-model.ts'
import { eachItem, eachLink, eachName, linksOf } from './rows-then.ts'

type Queries = Pick<CommonQueryMethods, 'any' | 'query'>

const changed = z.object({ entity: z.custom<EntityName>(), id: z.string() })

const changedSince = async (pool: Queries, position: Position, most: number) => {
  const rows = await pool.any(sql.type(changed)`
    select entity, id from journal
    where position > ${position} and entity <> 'projects' limit ${most + 1}`)
  if (rows.length > most) return null
  return Map.groupBy(rows, ({ entity }) => entity)
}

/**
 * Makes the model what it was at the position. False where more than `most` has happened since.
 * Versions of a position are the same whenever they are read, so no transaction is needed.
 */
export const putBack = async (
  pool: Queries,
  past: PastModel,
  position: Position,
  most: number,
): Promise<boolean> => {
  const all = await changedSince(pool, position, most)
  if (!all) return false
  const idsOf = (entity: EntityName) => [
    ...new Set((all.get(entity) ?? []).map(({ id }) => Number(id))),
  ]
  for (const entity of all.keys()) for (const id of idsOf(entity)) past.empty(entity, id)
  const reads: Promise<void>[] = []
  if (all.has('assemblytypes')) {
    const links = linksOf(idsOf('assemblytypes'), position)
    reads.push(eachLink(pool, links, (link) => past.link(link, link), eachRowAtOnce))
  }
  for (const kind of kindsOfLink) {
    const ids = idsOf(linkKinds[kind].entity)
    if (ids.length > 0)
      reads.push(
        eachItem(
          pool,
          { position, kind, ids },
          (id, item) => past.put(kind, id, item),
          eachRowAtOnce,
        ),
      )
  }
  for (const entity of ['suppliers', 'manufacturers'] as const) {
    const ids = idsOf(entity)
    const put = (id: number, name: string) => past.names[entity].set(id, name)
    if (ids.length > 0) reads.push(eachName(pool, { position, entity, ids }, put, eachRowAtOnce))
  }
  await Promise.all(reads)
  past.settle()
  return true
}
