import { sql } from 'slonik'
import { z } from 'zod'
import { entities } from '#contracts/catalogue/index.ts'
import type { Entity, EntityName } from '#contracts/entity.ts'
import { definitionOf, effectOf, eventTypes, type DataWith } from '#contracts/events.ts'
import { readCheckpoint } from '../kernel/checkpoint.ts'
import { listChanged, listStateTable } from '../kernel/list-state.ts'
import {
  subjectOf,
  type Batch,
  type Projection,
  type RecordId,
  type Transaction,
} from '../kernel/projection.ts'
import { nothing, planned, plannedRows } from '../kernel/sql.ts'
import { answerOf } from './answer.ts'
import { idType, isAssembly, table } from './columns.ts'
import { isOwn, isRemoval, putting } from './record-rows.ts'
import { referring } from './referring.ts'
import { searchOf } from './search-text.ts'
import { createIndexes, tableOf } from './tables.ts'

const idRow = z.object({ id: z.union([z.number(), z.string()]) })
const countRow = z.object({ count: z.number() })

const renamedIn = (entity: Entity, { events }: Batch): readonly RecordId[] =>
  events.flatMap((event) => {
    const { entity: name, id } = subjectOf(event)
    const { changes = {} } = event.data as Partial<DataWith<'revised'>>
    const isRenamed = effectOf(event.type) === 'removed' || entity.title in changes
    return name === entity.name && isRenamed ? [id] : []
  })

/** Records with events of their own in the batch, and whether the last one removed it. */
const changedIn = (entity: Entity, { events }: Batch): ReadonlyMap<RecordId, boolean> =>
  new Map(
    events
      .map((event) => ({ ...subjectOf(event), isRemoved: effectOf(event.type) === 'removed' }))
      .filter((one) => one.entity === entity.name)
      .map(({ id, isRemoved }) => [id, isRemoved]),
  )

const countOf = (tx: Transaction, entity: Entity, ids: readonly RecordId[]): Promise<number> =>
  tx.oneFirst(sql.prepared(`how many of ${entity.name}`, countRow)`
    select count(*)::int4 as count from ${table(entity)}
    where id = any(${sql.array(ids, idType(entity))})`)

/** Returns the ids of those that exist. */
const put = (tx: Transaction, entity: Entity, ids: readonly RecordId[]) => {
  const which = sql.fragment`and v.id = any(${sql.array(ids.map(String), 'text')})`
  return tx.anyFirst(plannedRows(idRow, `put ${entity.name}`, ids.length)`
    ${putting(entity, which)} returning id`)
}

const remove = (tx: Transaction, entity: Entity, ids: readonly RecordId[]) =>
  tx.query(planned(`remove ${entity.name}`, ids.length)`
    delete from ${table(entity)} where id = any(${sql.array(ids, idType(entity))})`)

/** Throws if a record with events does not exist. */
const write = async (tx: Transaction, entity: Entity, batch: Batch): Promise<void> => {
  const { touched, position } = batch
  const changed = changedIn(entity, batch)
  // The structure has events of assemblies too.
  const others = isAssembly(entity) ? touched.of(entity.name) : []
  const ids = [...new Set([...changed.keys(), ...others])]
  if (ids.length === 0) return
  const before = await countOf(tx, entity, ids)
  const present = new Set(await put(tx, entity, ids))
  for (const [id, isRemoved] of changed)
    if (!isRemoved && !present.has(id)) throw new Error(`${entity.name} ${id} does not exist`)
  const gone = ids.filter((id) => !present.has(id))
  await remove(tx, entity, gone)
  if (isAssembly(entity)) touched.add(entity.name, [...present])
  await listChanged(tx, entity.name, position, present.size - before)
}

const fill = (entity: Entity) => (tx: Transaction) =>
  tx.query(sql.unsafe`${putting(entity, nothing)}`)

const lost = sql.type(z.object({ record: z.string() }))`
  select entity || ' ' || id as record from journal j
  where ${isOwn} and not (${isRemoval})
    and not exists (
      select from record_version v where v.entity = j.entity and v.id = j.id and v.ended is null)
    and not exists (
      select from journal later
      where later.entity = j.entity and later.id = j.id and later.position > j.position
        and own and ${isRemoval})
  limit 1`

const refuseEventsOfNothing = async (tx: Transaction): Promise<void> => {
  const record = await tx.maybeOneFirst(lost)
  if (record !== null) throw new Error(`${record} does not exist, but has events`)
}

const countRecords = async (tx: Transaction): Promise<unknown> => {
  const { position } = (await readCheckpoint(tx))!
  return tx.query(sql.unsafe`
    insert into list_state
    select j.entity, ${position}, count(v.id)
    from (select distinct entity, id from journal) j
    left join record_version v on v.entity = j.entity and v.id = j.id and v.ended is null
    group by j.entity`)
}

export const catalogueProjection: Projection = {
  name: 'catalogue',
  revision: 4,
  tables: [listStateTable, ...entities.map(tableOf)],
  basis: entities.flatMap((entity) => [answerOf(entity).sql, searchOf(entity).sql]),
  varying: { list_state: ['position'] },
  handles: eventTypes.filter((type) => definitionOf(type).stream !== 'structure'),
  apply: async (tx, batch) => {
    if (batch.filling) return
    for (const { entity } of batch.events.map(subjectOf))
      if (!entities.some(({ name }) => name === entity))
        throw new Error(`There is no entity ${entity}`)
    const renamed = new Map<EntityName, readonly RecordId[]>()
    // `entities` is ordered so that referenced records are written first.
    for (const entity of entities) {
      await write(tx, entity, batch)
      renamed.set(entity.name, renamedIn(entity, batch))
      batch.touched.add(entity.name, await referring(tx, entity, renamed))
    }
  },
  filled: [refuseEventsOfNothing, countRecords, ...entities.map(fill)],
  completed: entities.map((entity) => (tx) => createIndexes(tx, entity)),
}
