import { sql, type FragmentSqlToken } from 'slonik'
import type { AssemblyParts } from '#contracts/assembly/answers.ts'
import {
  type LinkKind,
  kindsOfLink,
  linkKinds,
  pathOf,
  totalKey,
} from '#contracts/assembly/link-kinds.ts'
import { nameKey, type Entity } from '#contracts/entity.ts'
import { assembly, entities } from '#contracts/catalogue/index.ts'
import { instant, listed, nothing, type Fragment, planned } from '../kernel/sql.ts'
import { pricingAnswer } from '../prices/price-answer.ts'
import { listChanged } from '../kernel/list-state.ts'
import type { Projection } from '../kernel/projection.ts'
import { columnOf, fieldsOf, isAssembly, references, idType, table } from './columns.ts'
import { searchOf } from './search-text.ts'

const as = (expression: Fragment, key: string) =>
  sql.fragment`${expression} as ${sql.identifier([key])}`

const named = (row: string) => {
  const [id, name] = [columnOf(row, 'id'), columnOf(row, 'name')]
  return sql.fragment`
    case when ${id} is not null then json_build_object('id', ${id}, 'name', ${name}) end`
}

const related = (entity: Entity): readonly Fragment[] => [
  ...references(entity).flatMap(({ key, row }) => [
    as(columnOf(row, 'name'), nameKey(key)),
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

const pairs = (keyOf: (kind: LinkKind) => string, valueOf: (kind: LinkKind) => Fragment) =>
  listed(
    kindsOfLink.map((kind) => sql.fragment`${sql.literalValue(keyOf(kind))}, ${valueOf(kind)}`),
  )

const assemblyAnswerParts: Readonly<Record<keyof AssemblyParts, Fragment>> = {
  attributes,
  bomSummary: sql.fragment`
    (select json_build_object(
      ${pairs(totalKey, count)})
     from assembly_link l where l.assembly_id = r.id)`,
  bomDetails: sql.fragment`
    json_build_object(${pairs(pathOf, details)})`,
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

const answering = (entity: Entity, which: Fragment) => sql.fragment`
  update ${table(entity)} kept set search = made.search, answer = made.answer
  from (
    select r.id, ${searchOf(entity)} as search, ${answerOf(entity)} as answer
    from ${table(entity)} r ${joinsOf(entity)} ${which}
  ) made
  where kept.id = made.id`

/** Runs last: remakes the answers of touched records. */
export const answersProjection: Projection = {
  name: 'answers',
  revision: 3,
  tables: [],
  handles: [],
  apply: async (tx, { touched, position, filling }) => {
    if (filling) return
    for (const entity of entities) {
      const ids = touched.of(entity.name)
      if (ids.length === 0) continue
      const which = sql.fragment`where r.id = any(${sql.array(ids, idType(entity))})`
      const { rowCount } = await tx.query(
        planned(`answer ${entity.name}`, ids.length)`${answering(entity, which)}`,
      )
      if (rowCount > 0) await listChanged(tx, entity.name, position)
    }
  },
  // Those of other records are made with their rows.
  completed: [(tx) => tx.query(sql.unsafe`${answering(assembly, nothing)}`)],
}
