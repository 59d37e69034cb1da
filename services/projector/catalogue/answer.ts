import { sql, type FragmentSqlToken } from 'slonik'
import type { Entity } from '#contracts/entity.ts'
import { invisibleSigns } from '#contracts/text.ts'
import { assemblyAnswerParts } from '../assembly/answer-parts.ts'
import { instant, listed, nothing, type Fragment } from '../kernel/sql.ts'
import { pricingAnswer } from '../prices/prices.ts'
import { columnOf, fieldsOf, isAssembly, references } from './columns.ts'

const as = (expression: Fragment, key: string) =>
  sql.fragment`${expression} as ${sql.identifier([key])}`

const named = (row: string) => {
  const [id, name] = [columnOf(row, 'id'), columnOf(row, 'name')]
  return sql.fragment`
    case when ${id} is not null then json_build_object('id', ${id}, 'name', ${name}) end`
}

const related = (entity: Entity): readonly Fragment[] => [
  ...references(entity).flatMap(({ row }) => [
    as(columnOf(row, 'name'), `${row}Name`),
    as(named(row), row),
  ]),
  ...(entity.priced ? [as(pricingAnswer, 'pricing')] : []),
]

const linked = Object.entries(assemblyAnswerParts).map(([key, part]) => as(part, key))

/** The answer of row `r`, as text: everything the record holds, and what it refers to. */
export const answerOf = (entity: Entity): FragmentSqlToken => {
  const columns = [
    as(sql.fragment`r.id`, 'id'),
    ...fieldsOf(entity).map(([key]) => as(sql.fragment`${columnOf('r', key)}`, key)),
    ...related(entity),
    ...(isAssembly(entity) ? linked : []),
    as(instant(sql.fragment`r.created_at`), 'createdAt'),
    as(instant(sql.fragment`r.updated_at`), 'updatedAt'),
  ]
  return sql.fragment`(select row_to_json(x)::text from (select ${listed(columns)}) x)`
}

export const joinsOf = (entity: Entity): Fragment =>
  sql.join(
    [
      ...references(entity).map(({ key, to, row }) => {
        const [name, id] = [sql.identifier([row]), columnOf(row, 'id')]
        return sql.fragment`left join ${sql.identifier([to])} ${name} on ${id} = ${columnOf('r', key)}`
      }),
      entity.priced
        ? sql.fragment`left join price p on p.entity_type = ${entity.priced} and p.entity_id = r.id`
        : nothing,
    ],
    sql.fragment` `,
  )

const spaces =
  '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\r'
const from = sql.literalValue(spaces)
const to = sql.literalValue(' '.repeat(spaces.length))
const hidden = sql.literalValue(`[${invisibleSigns}]`)

/** In the normal form of texts, for what was kept before there was one; cases by Unicode, whatever the server's locale. */
export const lowered = (text: Fragment): FragmentSqlToken => sql.fragment`
  lower(normalize(
    regexp_replace(
      regexp_replace(translate(${text}, ${from}, ${to}), ${hidden}, '', 'g'), ' {2,}', ' ', 'g')
  ) collate "und-x-icu") collate "C"`

/** What the search box looks through: the record's values and the names it shows, one a line. */
export const searchOf = (entity: Entity): FragmentSqlToken => {
  const values = fieldsOf(entity)
    .filter(
      ([, { kind, unsearchable }]) => !unsearchable && kind !== 'reference' && kind !== 'flag',
    )
    .map(([key, { kind }]) => {
      const value = columnOf('r', key)
      if (kind === 'list') return sql.fragment`array_to_string(${value}, E'\n')`
      return kind === 'measure' ? sql.fragment`${value} #>> '{}'` : sql.fragment`${value}::text`
    })
  const names = references(entity).map(({ row }) => columnOf(row, 'name'))
  return lowered(sql.fragment`concat_ws(E'\n', ${listed([...values, ...names])})`)
}
