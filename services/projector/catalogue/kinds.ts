import { sql, type FragmentSqlToken } from 'slonik'
import type { Kind } from '#contracts/fields.ts'
import type { Fragment } from '../kernel/sql.ts'

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
