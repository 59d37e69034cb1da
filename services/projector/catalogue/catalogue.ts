import { sql } from 'slonik'
import { z } from 'zod'
import { entities } from '#contracts/catalogue/index.ts'
import type { Entity, EntityName } from '#contracts/entity.ts'
import { listChanged, listStateTable } from '../kernel/list-state.ts'
import type { Batch, Projection, RecordId, Transaction } from '../kernel/projection.ts'
import { json, listed, planned } from '../kernel/sql.ts'
import { answerOf, joinsOf } from './answer.ts'
import { searchOf } from './search-text.ts'
import {
  allKeys,
  column,
  columnOf,
  emptyAsStored,
  fieldsOf,
  idType,
  isAssembly,
  ownKeys,
  references,
  table,
} from './columns.ts'
import { fromHistory } from './from-history.ts'
import { catalogueHandles, fold, type Net, type Row } from './fold.ts'
import { tableOf } from './tables.ts'

const storedRow = (entity: Entity, from: string) =>
  listed([
    ...ownKeys.map((key) => sql.fragment`${columnOf(from, key)}`),
    ...fieldsOf(entity).map(
      ([key, field]) =>
        sql.fragment`${emptyAsStored(field, columnOf(from, key))} as ${column(key)}`,
    ),
  ])

/** Answers of assemblies are made later. */
const derived = (entity: Entity) =>
  sql.fragment`
    ${searchOf(entity)} as search,
    ${isAssembly(entity) ? sql.fragment`''` : answerOf(entity)} as answer`

const columnsOf = (entity: Entity) => listed(allKeys(entity).map(column))

const add = (tx: Transaction, entity: Entity, rows: readonly Row[]): Promise<unknown> =>
  tx.query(planned(`add ${entity.name}`, rows.length)`
    insert into ${table(entity)} (${columnsOf(entity)}, search, answer)
    select r.*, ${derived(entity)}
    from json_populate_recordset(null::${table(entity)}, ${json(rows)}) given
    cross join lateral (select ${storedRow(entity, 'given')}) r
    ${joinsOf(entity)}`)

/** Updates only the columns present in each row. Throws if a record does not exist. */
const change = async (tx: Transaction, entity: Entity, rows: readonly Row[]): Promise<void> => {
  const columns = allKeys(entity)
  const { rowCount } = await tx.query(planned(`change ${entity.name}`, rows.length)`
    update ${table(entity)} kept
    set (${listed(columns.map(column))}, search, answer) =
      row (${listed(columns.map((key) => columnOf('changed', key)))}, changed.search, changed.answer)
    from (
      select r.*, ${derived(entity)}
      from json_to_recordset(${json(rows.map((row) => ({ id: row['id'], patch: row })))})
        as given (id ${sql.identifier([idType(entity)])}, patch jsonb)
      join ${table(entity)} old using (id)
      cross join lateral jsonb_populate_record(old, given.patch) as merged
      cross join lateral (select ${storedRow(entity, 'merged')}) r
      ${joinsOf(entity)}
    ) changed
    where kept.id = changed.id`)
  if (rowCount !== rows.length)
    throw new Error(`${rows.length - rowCount} changed records of ${entity.name} do not exist`)
}

const remove = async (tx: Transaction, entity: Entity, ids: readonly RecordId[]): Promise<void> => {
  const { rowCount } = await tx.query(planned(`remove ${entity.name}`, ids.length)`
    delete from ${table(entity)} where id = any(${sql.array(ids, idType(entity))})`)
  if (rowCount !== ids.length)
    throw new Error(`${ids.length - rowCount} removed records of ${entity.name} do not exist`)
}

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

const renamedIn = (entity: Entity, { changed, removed }: Net): readonly RecordId[] => [
  ...[...changed].filter(([, row]) => entity.title in row).map(([id]) => id),
  ...removed,
]

const write = async (tx: Transaction, entity: Entity, net: Net, batch: Batch) => {
  const { position, touched } = batch
  const { added, changed, removed } = net
  if (removed.size > 0) await remove(tx, entity, [...removed])
  if (added.size > 0) await add(tx, entity, [...added.values()])
  if (changed.size > 0) await change(tx, entity, [...changed.values()])
  if (isAssembly(entity)) touched.add(entity.name, [...added.keys(), ...changed.keys()])
  await listChanged(tx, entity.name, position, added.size - removed.size)
}

export const catalogueProjection: Projection = {
  name: 'catalogue',
  revision: 3,
  tables: [listStateTable, ...entities.map((entity) => tableOf(entity))],
  basis: entities.flatMap((entity) => [answerOf(entity).sql, searchOf(entity).sql]),
  varying: { list_state: ['position'] },
  handles: catalogueHandles,
  apply: async (tx, batch) => {
    if (batch.filling) return
    const nets = fold(batch.events)
    for (const entity of nets.keys())
      if (!entities.some(({ name }) => name === entity))
        throw new Error(`There is no entity ${entity}`)

    const renamed = new Map<EntityName, readonly RecordId[]>()
    // `entities` is ordered so that referenced records are written first.
    for (const entity of entities) {
      const net = nets.get(entity.name)
      if (net) {
        await write(tx, entity, net, batch)
        renamed.set(entity.name, renamedIn(entity, net))
      }
      batch.touched.add(entity.name, await referring(tx, entity, renamed))
    }
  },
  derived: fromHistory,
}
