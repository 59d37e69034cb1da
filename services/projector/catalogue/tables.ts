import { sql, type QuerySqlToken } from 'slonik'
import type { Entity } from '#contracts/entity.ts'
import { snake } from '#kernel/database.ts'
import type { Transaction } from '../kernel/projection.ts'
import { listed, nothing, type Fragment } from '../kernel/sql.ts'
import { trigramSchema } from '../kernel/trigrams.ts'
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

/** Every search scans the pending list. With the default size, searches during an import take three times as long. */
export const pending = sql.fragment`with (gin_pending_list_limit = 256)`

const fieldColumns = (entity: Entity) =>
  fieldsOf(entity).map(([key, field]) => {
    const empty = emptyColumn(field)
    const filled = empty ? sql.fragment` not null default ${empty}` : nothing
    return sql.fragment`${column(key)} ${columnType(field)}${filled}`
  })

/** One row per record: fields, search text and ready JSON answer. */
export const tableOf = (entity: Entity): QuerySqlToken => sql.unsafe`
  create table ${table(entity)} (
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
export const createIndexes = async (tx: Transaction, entity: Entity) => {
  const on = (what: string, columns: Fragment) =>
    tx.query(sql.unsafe`
      create index ${sql.identifier([`${entity.name}_${what}`])} on ${table(entity)} ${columns}`)
  // Includes the id, so that an index-only scan finds a page.
  await on('title_order', sql.fragment`(${titleOrder}, id)`)
  for (const { key } of references(entity)) await on(snake(key), sql.fragment`(${column(key)})`)
  // A hash index, since texts may exceed the size limit of a B-tree.
  for (const key of indexedKeys(entity))
    await on(snake(key), sql.fragment`using hash (${column(key)})`)

  const trigrams = sql.fragment`${await trigramSchema(tx)}.gin_trgm_ops`
  await on('search', sql.fragment`using gin (search ${trigrams}) ${pending}`)
}
