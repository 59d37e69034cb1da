import { sql, type FragmentSqlToken } from 'slonik'
import { entities } from '#contracts/catalogue/index.ts'
import { objectKey, type Entity } from '#contracts/entity.ts'
import { emptyOf, type Field } from '#contracts/fields.ts'
import { snake } from '#kernel/database.ts'
import { caseOf, listed, type Fragment } from '../kernel/sql.ts'
import { kinds } from './kinds.ts'

export const columnType = ({ kind }: Field): FragmentSqlToken => kinds[kind].type

export const column = (key: string) => sql.identifier([snake(key)])
export const columnOf = (row: string, key: string) => sql.identifier([row, snake(key)])
export const table = ({ name }: Pick<Entity, 'name'>) => sql.identifier([name])

/** The stored value of an empty field; null if that is SQL null. */
export const emptyColumn = (field: Field): FragmentSqlToken | null => {
  const empty = emptyOf(field)
  if (Array.isArray(empty)) return sql.fragment`'{}'`
  if (empty === '') return sql.fragment`''`
  return empty === false ? sql.fragment`false` : null
}

/** The column's value, from a JSON object of all columns. Cleared fields, and those newer than the event, are empty. */
export const columnFrom = (json: Fragment, key: string, field: Field): Fragment => {
  const value = kinds[field.kind].from(json, sql.literalValue(snake(key)))
  const empty = emptyColumn(field)
  return empty ? sql.fragment`coalesce(${value}, ${empty})` : value
}

export const fieldsFrom = (json: Fragment, entity: Entity): Fragment =>
  listed(
    fieldsOf(entity).map(
      ([key, field]) => sql.fragment`${columnFrom(json, key, field)} as ${column(key)}`,
    ),
  )

/** Limited, since a B-tree takes no longer texts. */
const orderedBy = 200
export const titleOrder = sql.fragment`title_order`
export const titleOrderOf = (title: Fragment): Fragment =>
  sql.fragment`left(${title}, ${sql.literalValue(String(orderedBy))}::int4) collate norwegian`

/** Another projection writes links and attributes. Answers are made after it, and its changes move the version. */
export const isAssembly = ({ name }: Pick<Entity, 'name'>): boolean => name === 'assemblytypes'

export const ownKeys = ['id', 'createdAt', 'updatedAt', 'version'] as const

export const fieldsOf = (entity: Entity): readonly (readonly [string, Field])[] =>
  Object.entries(entity.fields)

export const indexedKeys = (entity: Entity): readonly string[] =>
  fieldsOf(entity).flatMap(([key, { filtered }]) => (filtered ? [key] : []))

/** Reference fields. The referenced record is joined as `row`. */
export const references = (entity: Entity) =>
  fieldsOf(entity).flatMap(([key, { to }]) => (to ? [{ key, to, row: objectKey(key) }] : []))

/** How prices name an entity; null if it has none. */
export const pricedAs = (entity: Fragment): Fragment =>
  caseOf(
    entity,
    entities.flatMap(({ name, priced }) => (priced ? [[name, sql.fragment`${priced}`]] : [])),
  )

export const idType = ({ name }: Pick<Entity, 'name'>): 'uuid' | 'int4' =>
  name === 'projects' ? 'uuid' : 'int4'
