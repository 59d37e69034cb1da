import { sql, type QuerySqlToken } from 'slonik'
import type { Entity } from '#contracts/entity.ts'
import { listed, nothing } from '../kernel/sql.ts'
import {
  column,
  columnType,
  emptyColumn,
  fieldsOf,
  filtersOf,
  idType,
  isStructured,
  references,
  table,
} from './columns.ts'

const fieldColumns = (entity: Entity) =>
  fieldsOf(entity).map(([key, field]) => {
    const empty = emptyColumn(field)
    const filled = empty ? sql.fragment` not null default ${empty}` : nothing
    return sql.fragment`${column(key)} ${columnType(field)}${filled}`
  })

/** One row per record: its fields, what the search box looks through, and the answer as it is sent. */
export const tablesOf = (entity: Entity): readonly QuerySqlToken[] => [
  sql.unsafe`
    create table ${table(entity)} (
      id ${idType(entity) === 'uuid' ? sql.fragment`uuid` : sql.fragment`integer`} primary key,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      version bigint not null,
      ${isStructured(entity) ? sql.fragment`structure_version bigint not null default 0,` : nothing}
      ${listed(fieldColumns(entity))},
      search text collate "C" not null default '',
      answer text not null default ''
    )`,
  ...references(entity).map(
    ({ key }) => sql.unsafe`create index on ${table(entity)} (${column(key)})`,
  ),
  // By hash, since a text may be longer than an ordinary index takes.
  ...filtersOf(entity).map(
    (key) => sql.unsafe`create index on ${table(entity)} using hash (${column(key)})`,
  ),
]
