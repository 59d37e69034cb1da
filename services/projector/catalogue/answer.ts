import Big from 'big.js'
import { sql, type FragmentSqlToken } from 'slonik'
import type { AssemblyParts } from '#contracts/assembly/answers.ts'
import { linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { objectKey, type Entity } from '#contracts/entity.ts'
import { emptyOf, type Field } from '#contracts/fields.ts'
import { invisibleSigns, marksOfLetters, plainLetters } from '#contracts/text.ts'
import { snake } from '#kernel/database.ts'
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

const detail = (kind: LinkKind): Fragment =>
  kind === 'subassembly'
    ? sql.fragment`
        'name', linked.name, 'description', linked.name, 'supplierArticlenumber', null,
        'itoArticlenumber', null`
    : sql.fragment`
        'description', linked.description,
        'supplierArticlenumber', linked.supplier_articlenumber,
        'itoArticlenumber', linked.ito_articlenumber`

const details = (kind: LinkKind): Fragment => sql.fragment`
  coalesce((
    select json_agg(
      json_build_object('id', l.item_id, ${detail(kind)}, 'quantity', l.quantity)
      order by l.sort_order, l.item_id)
    from assembly_link l
    left join ${sql.identifier([linkKinds[kind].entity])} linked on linked.id = l.item_id
    where l.assembly_id = r.id and l.kind = ${sql.literalValue(kind)}), '[]')`

const attributes = sql.fragment`
  coalesce((
    select json_agg(json_build_object(
      'id', a.id, 'assemblyId', a.assembly_id, 'description', a.description, 'value', a.value,
      'unit', a.unit, 'drawingNumber', a.drawing_number, 'editable', a.editable, 'sortOrder', a.sort_order,
      'createdAt', ${instant(sql.fragment`a.created_at`)}) order by a.sort_order, a.id)
    from assembly_attribute a where a.assembly_id = r.id), '[]')`

const count = (kind: LinkKind) =>
  sql.fragment`count(*) filter (where l.kind = ${sql.literalValue(kind)})`

/** Additional parts of an assembly's answer: expressions over the row `r`. */
const assemblyAnswerParts: Readonly<Record<keyof AssemblyParts, Fragment>> = {
  attributes,
  bomSummary: sql.fragment`
    (select json_build_object(
      'totalComponents', ${count('component')}, 'totalMotors', ${count('motor')},
      'totalSensors', ${count('sensor')}, 'totalSubassemblies', ${count('subassembly')})
     from assembly_link l where l.assembly_id = r.id)`,
  bomDetails: sql.fragment`
    json_build_object(
      'components', ${details('component')}, 'motors', ${details('motor')},
      'sensors', ${details('sensor')}, 'subassemblies', ${details('subassembly')})`,
}

/** The complete JSON answer of row `r`, as text. */
export const answerOf = (entity: Entity): FragmentSqlToken => {
  const columns = [
    as(sql.fragment`r.id`, 'id'),
    ...fieldsOf(entity).map(([key]) => as(sql.fragment`${columnOf('r', key)}`, key)),
    ...related(entity),
    ...(isAssembly(entity) ? Object.entries(assemblyAnswerParts) : []).map(([key, part]) =>
      as(part, key),
    ),
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

const hidden = sql.literalValue(`[${invisibleSigns}]`)
const allHidden = new RegExp(`[${invisibleSigns}]`, 'gu')
const unusual =
  '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\r'
const spacing = `[ ${unusual}]{2,}|[${unusual}]`
const spaces = sql.literalValue(spacing)
const allSpaces = new RegExp(spacing, 'g')

/** Matches the few texts that may not be normalised yet. */
const irregularity = '[^\n -~\u00a1-\u00ac\u00ae-\u02ff]|  '
const irregular = sql.literalValue(irregularity)
const isIrregular = new RegExp(irregularity)

/** Normalises old texts, written before commands normalised them. */
const normal = (text: Fragment) => sql.fragment`
  case when ${text} ~ ${irregular}
    then normalize(regexp_replace(regexp_replace(${text}, ${hidden}, '', 'g'), ${spaces}, ' ', 'g'), nfc)
    else ${text} end`

/** Lower case by Unicode, independent of the server's locale. */
const small = (text: Fragment) => sql.fragment`lower(${text} collate "und-x-icu") collate "C"`

/** The same as `lowered`, in JavaScript. */
export const loweredText = (text: string): string =>
  (isIrregular.test(text)
    ? text.replace(allHidden, '').replace(allSpaces, ' ').normalize('NFC')
    : text
  ).toLowerCase()

export const lowered = (text: Fragment): FragmentSqlToken => small(normal(text))

const letters = sql.literalValue([...plainLetters.keys()].join(''))
const plain = sql.literalValue([...plainLetters.values()].join(''))

/** The same as `folded` in contracts. */
export const folded = (text: Fragment): FragmentSqlToken => sql.fragment`
  translate(
    regexp_replace(${small(sql.fragment`normalize(${normal(text)}, nfd)`)}, ${sql.literalValue(`[${marksOfLetters}]`)}, '', 'g'),
    ${letters}, ${plain})`

const searchedFields = (entity: Entity) =>
  fieldsOf(entity).filter(([, { kind, unsearchable }]) => !unsearchable && kind !== 'flag')

const asText = ({ kind }: Field, value: Fragment): Fragment => {
  if (kind === 'list') return sql.fragment`array_to_string(${value}, ', ')`
  return kind === 'measure' ? sql.fragment`${value} #>> '{}'` : sql.fragment`${value}::text`
}

/** The searchable fields of a row `r` with their texts. Joins supply referenced names. */
export const searchedTexts = (entity: Entity): readonly (readonly [string, Fragment])[] =>
  searchedFields(entity).map(([key, field]) => [
    key,
    field.to ? columnOf(objectKey(key), 'name') : asText(field, columnOf('r', key)),
  ])

const oneALine = (texts: readonly Fragment[]) =>
  lowered(sql.fragment`concat_ws(E'\n', ${listed(texts)})`)

/** The text that list searches match: values and referenced names, one per line. */
export const searchOf = (entity: Entity): FragmentSqlToken =>
  oneALine(searchedTexts(entity).map(([, text]) => text))

const plainText = (value: unknown): string => {
  if (Array.isArray(value)) return value.filter((one) => one !== null).join(', ')
  return typeof value === 'number' ? new Big(value).toFixed() : String(value)
}

/** The same without referenced names. `values` has column names as keys. */
export const ownSearchOf = (entity: Entity, values: Readonly<Record<string, unknown>>): string =>
  loweredText(
    searchedFields(entity)
      .filter(([, { to }]) => !to)
      .map(([key, field]) => values[snake(key)] ?? emptyOf(field))
      .filter((value) => value !== null)
      .map(plainText)
      .join('\n'),
  )
