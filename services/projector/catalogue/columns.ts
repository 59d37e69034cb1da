import { sql, type FragmentSqlToken } from 'slonik'
import { entities } from '#contracts/catalogue/index.ts'
import { objectKey, type Entity } from '#contracts/entity.ts'
import { emptyOf, type Field, type Kind } from '#contracts/fields.ts'
import { snake } from '#kernel/database.ts'
import { caseOf, listed, type Fragment } from '../kernel/sql.ts'

type Stored = {
  readonly type: FragmentSqlToken
  /** From a JSON object of all columns. */
  readonly from: (json: Fragment, name: Fragment) => FragmentSqlToken
  /** As the search reads it. */
  readonly text: (column: Fragment) => FragmentSqlToken
  readonly order: (column: Fragment) => readonly FragmentSqlToken[]
  readonly isEmpty: (column: Fragment) => FragmentSqlToken
}

const isNull = (column: Fragment) => sql.fragment`${column} is null`
export const byText = (text: Fragment) => sql.fragment`nullif(${text}, '') collate norwegian`
const valueIn = (json: Fragment, name: Fragment) => sql.fragment`nullif(${json}->${name}, 'null')`

const plain = (type: FragmentSqlToken): Stored => ({
  type,
  from: (json, name) => sql.fragment`(${json}->>${name})::${type}`,
  text: (column) => sql.fragment`${column}::text`,
  order: (column) => [sql.fragment`${column}`],
  isEmpty: isNull,
})

const text: Stored = {
  ...plain(sql.fragment`text`),
  order: (column) => [byText(column)],
  isEmpty: (column) => sql.fragment`coalesce(${column}, '') = ''`,
}

const joined = (column: Fragment) => sql.fragment`array_to_string(${column}, ', ')`
const texts: Stored = {
  type: sql.fragment`text[]`,
  from: (...at) => sql.fragment`array(select jsonb_array_elements_text(${valueIn(...at)}))`,
  text: joined,
  order: (column) => [byText(joined(column))],
  isEmpty: (column) => sql.fragment`cardinality(${column}) = 0`,
}

/** Number or text. JSON keeps the type. */
const measure: Stored = {
  type: sql.fragment`jsonb`,
  from: valueIn,
  text: (column) => sql.fragment`${column} #>> '{}'`,
  /** By the number that it begins with, since as text 12.25 is above 12.5; the rest come after all numbers. */
  order: (column) => {
    const all = sql.fragment`(${measure.text(column)})`
    const number = sql.fragment`replace(substring(${all} from '^-?[0-9]+(?:[.,][0-9]+)?'), ',', '.')::float8`
    return [
      sql.fragment`case when ${all} <> '' then coalesce(${number}, 'infinity') end`,
      byText(all),
    ]
  },
  isEmpty: isNull,
}

export const kinds: Readonly<Record<Kind, Stored>> = {
  text,
  multiline: text,
  email: text,
  url: text,
  phone: text,
  choice: text,
  suggestion: text,
  file: text,
  number: plain(sql.fragment`numeric`),
  measure,
  flag: plain(sql.fragment`boolean`),
  list: texts,
  files: texts,
  reference: plain(sql.fragment`integer`),
}

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
