import { entities } from '#contracts/catalogue/index.ts'
import type { Entity, EntityName } from '#contracts/entity.ts'
import { sql, type QuerySqlToken } from 'slonik'
import { z } from 'zod'
import { snake } from '#kernel/database.ts'
import type { Batch, Projection, RecordId, Transaction } from '../kernel/projection.ts'
import { answerOf, searchOf } from './answer.ts'
import {
  column,
  columnType,
  emptyColumn,
  fieldsOf,
  idType,
  indexedKeys,
  isAssembly,
  references,
  table,
  titleOrder,
  titleOrderOf,
} from './columns.ts'
import { catalogueHandles, fold, type Net } from './fold.ts'
import { listed, nothing, type Fragment } from '../kernel/sql.ts'
import { listChanged, listStateTable } from '../kernel/list-state.ts'
import { trigramSchema } from '../kernel/trigrams.ts'
import { add, change, remove } from './write.ts'

const fieldColumns = (entity: Entity) =>
  fieldsOf(entity).map(([key, field]) => {
    const empty = emptyColumn(field)
    const filled = empty ? sql.fragment` not null default ${empty}` : nothing
    return sql.fragment`${column(key)} ${columnType(field)}${filled}`
  })

/** One row per record: fields, search text and ready JSON answer. */
export const tableOf = (entity: Entity, name = table(entity)): QuerySqlToken => sql.unsafe`
  create table ${name} (
    id ${idType(entity) === 'uuid' ? sql.fragment`uuid` : sql.fragment`integer`} primary key,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version bigint not null,
    ${isAssembly(entity) ? sql.fragment`structure_version bigint not null default 0,` : nothing}
    ${listed(fieldColumns(entity))},
    ${titleOrder} text collate norwegian
      generated always as (${titleOrderOf(column(entity.title))}) stored,
    search text collate "C" not null default '',
    answer text not null default ''
  )`

/** Created after a fill, which is quicker. */
export const createIndexes = async (tx: Transaction, entity: Entity, name: Fragment) => {
  const on = (what: string, columns: Fragment) =>
    tx.query(sql.unsafe`
      create index ${sql.identifier([`${entity.name}_${what}`])} on ${name} ${columns}`)
  // Includes the id, so that an index-only scan finds a page.
  await on('title_order', sql.fragment`(${titleOrder}, id)`)
  for (const { key } of references(entity)) await on(snake(key), sql.fragment`(${column(key)})`)
  // A hash index, since texts may exceed the size limit of a B-tree.
  for (const key of indexedKeys(entity))
    await on(snake(key), sql.fragment`using hash (${column(key)})`)
  const trigrams = sql.fragment`${await trigramSchema(tx)}.gin_trgm_ops`
  await on('search', sql.fragment`using gin (search ${trigrams}) ${pending}`)
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
  const { position, filling, touched } = batch
  const { added, changed, removed } = net
  if (removed.size > 0) await remove(tx, entity, [...removed])
  if (added.size > 0) await add(tx, entity, [...added.values()], filling)
  if (changed.size > 0) await change(tx, entity, [...changed.values()], filling)
  if (isAssembly(entity)) touched.add(entity.name, [...added.keys(), ...changed.keys()])
  await listChanged(tx, entity.name, position, added.size - removed.size)
}

/** Every search scans the pending list. With the default size, searches during an import take three times as long. */
export const pending = sql.fragment`with (gin_pending_list_limit = 256)`

const known = new Set<string>(entities.map(({ name }) => name))

export const catalogueProjection: Projection = {
  name: 'catalogue',
  revision: 3,
  tables: [listStateTable, ...entities.map((entity) => tableOf(entity))],
  basis: entities.flatMap((entity) => [answerOf(entity).sql, searchOf(entity).sql]),
  varying: { list_state: ['position'] },
  handles: catalogueHandles,
  apply: async (tx, batch) => {
    const nets = fold(batch.events)
    for (const entity of nets.keys())
      if (!known.has(entity)) throw new Error(`There is no entity ${entity}`)

    const renamed = new Map<EntityName, readonly RecordId[]>()
    // `entities` is ordered so that referenced records are written first.
    for (const entity of entities) {
      const net = nets.get(entity.name)
      if (net) await write(tx, entity, net, batch)
      if (net) renamed.set(entity.name, renamedIn(entity, net))
      if (!batch.filling) batch.touched.add(entity.name, await referring(tx, entity, renamed))
    }
  },
}
