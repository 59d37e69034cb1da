import { sql } from 'slonik'
import { z } from 'zod'
import { entities } from '#contracts/catalogue/index.ts'
import type { Entity, EntityName } from '#contracts/entity.ts'
import { definitionOf, effectOf, eventTypes, type DataWith } from '#contracts/events.ts'
import { listChanged, listStateTable } from '../kernel/list-state.ts'
import {
  subjectOf,
  type Batch,
  type Projection,
  type RecordId,
  type Transaction,
} from '../kernel/projection.ts'
import { json, listed, planned } from '../kernel/sql.ts'
import { answerOf, joinsOf } from './answer.ts'
import { changedRecords, type Changed } from './changed-records.ts'
import { searchOf } from './search-text.ts'
import {
  allKeys,
  column,
  columnOf,
  fieldsFrom,
  idType,
  isAssembly,
  references,
  table,
} from './columns.ts'
import { fromHistory } from './from-history.ts'
import { tableOf } from './tables.ts'

/** Answers of assemblies are made later. */
const derived = (entity: Entity) =>
  sql.fragment`
    ${searchOf(entity)} as search,
    ${isAssembly(entity) ? sql.fragment`''` : answerOf(entity)} as answer`

/** Makes the rows from the history, which has the batch already. Throws if a record does not exist. */
const put = async (
  tx: Transaction,
  entity: Entity,
  stamps: readonly { readonly id: RecordId }[],
): Promise<void> => {
  const columns = allKeys(entity).map(column)
  const { rowCount } = await tx.query(planned(`put ${entity.name}`, stamps.length)`
    insert into ${table(entity)} (${listed(columns)}, search, answer)
    select r.*, ${derived(entity)}
    from json_to_recordset(${json(stamps)}) as given (
      id ${sql.identifier([idType(entity)])}, created_at timestamptz, updated_at timestamptz, version bigint)
    -- \`offset 0\` makes Postgres look them up by key: it expects few versions, and would read all.
    cross join lateral (
      select fields from record_version
      where entity = ${sql.literalValue(entity.name)} and id = given.id::text and ended is null
      offset 0) v
    left join ${table(entity)} old on old.id = given.id
    cross join lateral (
      select given.id, coalesce(given.created_at, old.created_at) as created_at,
        coalesce(given.updated_at, old.updated_at) as updated_at, given.version,
        ${fieldsFrom(sql.fragment`v.fields`, entity)}) r
    ${joinsOf(entity)}
    on conflict (id) do update set (${listed(columns)}, search, answer) =
      row (${listed(allKeys(entity).map((key) => columnOf('excluded', key)))}, excluded.search, excluded.answer)`)
  if (rowCount !== stamps.length)
    throw new Error(`${stamps.length - rowCount} changed records of ${entity.name} do not exist`)
}

const remove = (tx: Transaction, entity: Entity, ids: readonly RecordId[]) =>
  tx.query(planned(`remove ${entity.name}`, ids.length)`
    delete from ${table(entity)} where id = any(${sql.array(ids, idType(entity))})`)

const idRow = z.object({ id: z.union([z.number(), z.string()]) })

/** Records whose answers contain the name of a renamed record. */
const referring = async (
  tx: Transaction,
  entity: Entity,
  renamed: ReadonlyMap<EntityName, readonly RecordId[]>,
): Promise<readonly RecordId[]> => {
  const found: RecordId[] = []
  for (const { key, to } of references(entity)) {
    const ids = renamed.get(to) ?? []
    if (ids.length === 0) continue
    found.push(
      ...(await tx.anyFirst(sql.type(idRow)`
        select id from ${table(entity)} where ${column(key)} = any(${sql.array(ids, 'int4')})`)),
    )
  }
  return found
}

const renamedIn = (entity: Entity, { events }: Batch): readonly RecordId[] =>
  events.flatMap((event) => {
    const { entity: name, id } = subjectOf(event)
    const { changes = {} } = event.data as Partial<DataWith<'revised'>>
    const isRenamed = effectOf(event.type) === 'removed' || entity.title in changes
    return name === entity.name && isRenamed ? [id] : []
  })

const write = async (tx: Transaction, entity: Entity, changed: Changed, batch: Batch) => {
  const stamps = [...changed.present.values()]
  const added = stamps.filter(({ created_at }) => created_at !== undefined)
  const gone = changed.removed.size > 0 ? await remove(tx, entity, [...changed.removed]) : undefined
  if (stamps.length > 0) await put(tx, entity, stamps)
  if (isAssembly(entity)) batch.touched.add(entity.name, [...changed.present.keys()])
  await listChanged(tx, entity.name, batch.position, added.length - (gone?.rowCount ?? 0))
}

export const catalogueProjection: Projection = {
  name: 'catalogue',
  revision: 3,
  tables: [listStateTable, ...entities.map((entity) => tableOf(entity))],
  basis: entities.flatMap((entity) => [answerOf(entity).sql, searchOf(entity).sql]),
  varying: { list_state: ['position'] },
  handles: eventTypes.filter((type) => definitionOf(type).stream !== 'structure'),
  apply: async (tx, batch) => {
    if (batch.filling) return
    const changes = changedRecords(batch.events)
    for (const entity of changes.keys())
      if (!entities.some(({ name }) => name === entity))
        throw new Error(`There is no entity ${entity}`)

    const renamed = new Map<EntityName, readonly RecordId[]>()
    // `entities` is ordered so that referenced records are written first.
    for (const entity of entities) {
      const changed = changes.get(entity.name)
      if (changed) {
        await write(tx, entity, changed, batch)
        renamed.set(entity.name, renamedIn(entity, batch))
      }
      batch.touched.add(entity.name, await referring(tx, entity, renamed))
    }
  },
  derived: fromHistory,
}
