import { sql } from 'slonik'
import { z } from 'zod'
import { kindsOfLink, linkKinds } from '#contracts/assembly/link-kinds.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { Position } from '#contracts/event-log.ts'
import type { Transaction } from '../../kernel/projection.ts'
import { eachRowAtOnce } from '../load-model.ts'
import type { PastModel } from './past-model.ts'
import { eachItem, eachLink, eachName, linksOf } from './rows-then.ts'

const changed = z.object({ entity: z.custom<EntityName>(), id: z.string() })

const changedSince = async (tx: Transaction, position: Position, most: number) => {
  const rows = await tx.any(sql.type(changed)`
    select entity, id from journal
    where position > ${position} and entity <> 'projects' limit ${most + 1}`)
  if (rows.length > most) return null
  return Map.groupBy(rows, ({ entity }) => entity)
}

/** Makes the model what it was at the position. False where more than `most` has happened since. */
export const putBack = async (
  tx: Transaction,
  past: PastModel,
  position: Position,
  most: number,
): Promise<boolean> => {
  const all = await changedSince(tx, position, most)
  if (!all) return false
  const idsOf = (entity: EntityName) => [
    ...new Set((all.get(entity) ?? []).map(({ id }) => Number(id))),
  ]
  for (const entity of all.keys()) for (const id of idsOf(entity)) past.empty(entity, id)
  if (all.has('assemblytypes'))
    await eachLink(
      tx,
      linksOf(idsOf('assemblytypes'), position),
      (link) => past.link(link, link),
      eachRowAtOnce,
    )
  for (const kind of kindsOfLink) {
    const asked = { position, kind, ids: idsOf(linkKinds[kind].entity) }
    if (asked.ids.length > 0)
      await eachItem(tx, asked, (id, item) => past.put(kind, id, item), eachRowAtOnce)
  }
  for (const entity of ['suppliers', 'manufacturers'] as const) {
    const asked = { position, entity, ids: idsOf(entity) }
    if (asked.ids.length > 0)
      await eachName(tx, asked, (id, name) => past.names[entity].set(id, name), eachRowAtOnce)
  }
  past.settle()
  return true
}
