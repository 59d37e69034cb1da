import { sql, type FragmentSqlToken } from 'slonik'
import { fieldKeys, type Entity } from '#contracts/entity.ts'
import { emptyOf, type Field, type Kind } from '#contracts/fields.ts'
import { snake } from '#kernel/database.ts'
import type { Fragment } from '../kernel/sql.ts'

/** The type of a column, and how it is read from JSON that has the value under a name. */
type Stored = {
  readonly type: FragmentSqlToken
  readonly from: (json: Fragment, name: Fragment) => FragmentSqlToken
}

const stored = (type: FragmentSqlToken): Stored => ({
  type,
  from: (json, name) => sql.fragment`(${json}->>${name})::${type}`,
})
const valueIn = (json: Fragment, name: Fragment) => sql.fragment`nullif(${json}->${name}, 'null')`

const text = stored(sql.fragment`text`)
const texts: Stored = {
  type: sql.fragment`text[]`,
  from: (...at) => sql.fragment`array(select jsonb_array_elements_text(${valueIn(...at)}))`,
}

const types: Record<Kind, Stored> = {
  text,
  multiline: text,
  email: text,
  url: text,
  phone: text,
  choice: text,
  suggestion: text,
  file: text,
  number: stored(sql.fragment`numeric`),
  // A number or a text, told apart as JSON does.
  measure: { type: sql.fragment`jsonb`, from: valueIn },
  flag: stored(sql.fragment`boolean`),
  list: texts,
  files: texts,
  reference: stored(sql.fragment`integer`),
}

export const columnType = ({ kind }: Field): FragmentSqlToken => types[kind].type

export const column = (key: string) => sql.identifier([snake(key)])
export const columnOf = (row: string, key: string) => sql.identifier([row, snake(key)])
export const table = ({ name }: Pick<Entity, 'name'>) => sql.identifier([name])

/** What a column holds where nobody filled in its field; null where that is what it reads as. */
export const emptyColumn = (field: Field): FragmentSqlToken | null => {
  const empty = emptyOf(field)
  if (Array.isArray(empty)) return sql.fragment`'{}'`
  if (empty === '') return sql.fragment`''`
  return empty === false ? sql.fragment`false` : null
}

/** A field that was cleared, or that is newer than its event, is empty. */
export const emptyAsStored = (field: Field, value: Fragment): Fragment => {
  const empty = emptyColumn(field)
  return empty ? sql.fragment`coalesce(${value}, ${empty})` : value
}

/** What the column would hold, from JSON of all columns by name. */
export const columnFrom = (json: Fragment, key: string, field: Field): Fragment =>
  emptyAsStored(field, types[field.kind].from(json, sql.literalValue(snake(key))))

/** Of this length and not longer, since an index takes no longer texts. */
const orderedBy = 200
export const titleOrder = sql.fragment`title_order`
export const titleOrderOf = (title: Fragment): Fragment =>
  sql.fragment`left(${title}, ${sql.literalValue(String(orderedBy))}::int4) collate norwegian`

/** Assemblies show what another projection writes: they are answered after it, and its changes move their version. */
export const isAssembly = ({ name }: Pick<Entity, 'name'>): boolean => name === 'assemblytypes'

export const ownKeys = ['id', 'createdAt', 'updatedAt', 'version'] as const

export const allKeys = (entity: Entity): readonly string[] => [...ownKeys, ...fieldKeys(entity)]

export const fieldsOf = (entity: Entity): readonly (readonly [string, Field])[] =>
  Object.entries(entity.fields)

/** Columns that are narrowed by so often that they have an index. */
export const indexedKeys = (entity: Entity): readonly string[] =>
  fieldsOf(entity).flatMap(([key, { filtered }]) => (filtered ? [key] : []))

/** Fields that name a record, joined as `row`. */
export const references = (entity: Entity) =>
  fieldsOf(entity).flatMap(([key, { to }]) =>
    to ? [{ key, to, row: key.replace(/Id$/, '') }] : [],
  )

export const idType = ({ name }: Pick<Entity, 'name'>): 'uuid' | 'int4' =>
  name === 'projects' ? 'uuid' : 'int4'
