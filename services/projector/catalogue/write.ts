import { sql } from 'slonik'
import type { Entity } from '#contracts/entity.ts'
import type { RecordId, Transaction } from '../kernel/projection.ts'
import { answerOf, joinsOf, searchOf } from './answer.ts'
import { json, listed, nothing, planned } from '../kernel/sql.ts'
import {
  allKeys,
  column,
  columnOf,
  emptyAsStored,
  fieldsOf,
  idType,
  ownKeys,
  table,
  isAssembly,
} from './columns.ts'
import type { Row } from './fold.ts'

/** The row as stored. */
const whole = (entity: Entity, from: string) =>
  listed([
    ...ownKeys.map((key) => sql.fragment`${columnOf(from, key)}`),
    ...fieldsOf(entity).map(
      ([key, field]) =>
        sql.fragment`${emptyAsStored(field, columnOf(from, key))} as ${column(key)}`,
    ),
  ])

/** Answers of assemblies, and all answers of a fill, are made later. */
const derived = (entity: Entity, filling: boolean) =>
  filling
    ? sql.fragment`'' as search, '' as answer`
    : sql.fragment`
        ${searchOf(entity)} as search,
        ${isAssembly(entity) ? sql.fragment`''` : answerOf(entity)} as answer`

const joined = (entity: Entity, filling: boolean) => (filling ? nothing : joinsOf(entity))

const columnsOf = (entity: Entity) => listed(allKeys(entity).map(column))

export const add = (
  tx: Transaction,
  entity: Entity,
  rows: readonly Row[],
  filling: boolean,
): Promise<unknown> =>
  tx.query(planned(`add ${entity.name}`, filling ? Infinity : rows.length)`
    insert into ${table(entity)} (${columnsOf(entity)}, search, answer)
    select r.*, ${derived(entity, filling)}
    from json_populate_recordset(null::${table(entity)}, ${json(rows)}) given
    cross join lateral (select ${whole(entity, 'given')}) r
    ${joined(entity, filling)}`)

/** Updates only the columns present in each row. Throws if a record does not exist. */
export const change = async (
  tx: Transaction,
  entity: Entity,
  rows: readonly Row[],
  filling: boolean,
): Promise<void> => {
  const columns = allKeys(entity)
  const { rowCount } = await tx.query(planned(
    `change ${entity.name}`,
    filling ? Infinity : rows.length,
  )`
    update ${table(entity)} kept
    set (${listed(columns.map(column))}, search, answer) =
      row (${listed(columns.map((key) => columnOf('changed', key)))}, changed.search, changed.answer)
    from (
      select r.*, ${derived(entity, filling)}
      from json_to_recordset(${json(rows.map((row) => ({ id: row['id'], patch: row })))})
        as given (id ${sql.identifier([idType(entity)])}, patch jsonb)
      join ${table(entity)} old using (id)
      cross join lateral jsonb_populate_record(old, given.patch) as merged
      cross join lateral (select ${whole(entity, 'merged')}) r
      ${joined(entity, filling)}
    ) changed
    where kept.id = changed.id`)
  if (rowCount !== rows.length)
    throw new Error(`${rows.length - rowCount} changed records of ${entity.name} do not exist`)
}

export const remove = async (
  tx: Transaction,
  entity: Entity,
  ids: readonly RecordId[],
): Promise<void> => {
  const { rowCount } = await tx.query(planned(`remove ${entity.name}`, ids.length)`
    delete from ${table(entity)} where id = any(${sql.array(ids, idType(entity))})`)
  if (rowCount !== ids.length)
    throw new Error(`${ids.length - rowCount} removed records of ${entity.name} do not exist`)
}
