import { sql } from 'slonik'
import { linkKinds, partKinds, type PartKind } from '#contracts/assembly/link-kinds.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { itemOf, itemRow } from '../items.ts'
import { namedEntities } from '../model-parts.ts'
import type { PastModel } from './past-model.ts'
import { createReadChanges, type Changes, type Pool, type Way } from './read-changes.ts'
import { pastParts, type Moment } from './versions.ts'

const partsIn = ({ changed, priced }: Changes, kind: PartKind): readonly string[] => {
  const { name, priced: type } = entityNamed(linkKinds[kind].entity)
  const all = [
    ...changed.filter((one) => one.entity === name),
    ...priced.filter((one) => one.type === type),
  ]
  return [...new Set(all.map(({ id }) => String(id)))]
}

const readParts = async (pool: Pool, changes: Changes, moment: Moment) => {
  const read = async (kind: PartKind) => {
    const ids = partsIn(changes, kind)
    const then = pastParts(moment, kind, sql.fragment`${sql.array(ids, 'text')}`)
    return { kind, ids, rows: ids.length === 0 ? [] : await pool.any(sql.type(itemRow)`${then}`) }
  }
  return Promise.all(partKinds.map(read))
}

/**
 * Makes the model what it was, with the prices of the day. Versions of a place are the same whenever they are read, so
 * no transaction is needed.
 */
export const createRewind = (pool: Pool, most: number) => {
  const readChanges = createReadChanges(pool, most)
  return async (past: PastModel, way: Way) => {
    const changes = await readChanges(way)
    const { settled, isShort, priced, made, ended } = changes
    const position = BigInt(changes.position)
    const isWhole = isShort && [priced, made, ended].every(({ length }) => length <= most)
    if (isWhole) takeBack(past, changes, await readParts(pool, changes, { position, day: way.day }))
    return { position, settled, isWhole }
  }
}

const takeBack = (
  past: PastModel,
  changes: Changes,
  parts: Awaited<ReturnType<typeof readParts>>,
): void => {
  for (const { entity, id } of changes.changed) past.begin(entity, Number(id))
  for (const link of changes.made) past.unlink(link)
  for (const link of changes.ended) past.link(link, link)
  for (const row of changes.assemblies) past.put('subassembly', row.id, itemOf('subassembly', row))
  for (const { kind, ids, rows } of parts) {
    for (const id of ids) past.begin(linkKinds[kind].entity, Number(id))
    for (const row of rows) past.put(kind, row.id, itemOf(kind, row))
  }
  for (const entity of namedEntities)
    for (const { id, name } of changes[entity]) past.names[entity].set(id, name)
  past.settle()
}
