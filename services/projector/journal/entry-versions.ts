import { sql, type FragmentSqlToken } from 'slonik'
import { typesWith } from '#contracts/events.ts'
import { columnOf } from '../catalogue/columns.ts'
import { listed, type Fragment } from '../kernel/sql.ts'

/** Project ids are not numeric. */
export const numberId = sql.fragment`case when j.entity <> 'projects' then j.id::integer end`
const assemblyId = sql.fragment`case j.entity when 'assemblytypes' then j.id::integer end`

/** The versions that the event made and ended, paired as changes. */
const versions = (
  table: string,
  isOwn: FragmentSqlToken,
  key: FragmentSqlToken,
  values: Fragment,
) => {
  const name = sql.identifier([table])
  const one = (isMeant: FragmentSqlToken, isAfter: FragmentSqlToken) => sql.fragment`
    select ${key} as key, ${isAfter} as is_after, jsonb_build_object(${values}) as fields
    from ${name} v where ${isOwn} and ${isMeant}`
  return sql.fragment`(
    select coalesce(jsonb_agg(changed.answer order by changed.key), '[]') from (
      select key, key || jsonb_build_object(
        'before', (array_agg(fields) filter (where not is_after))[1],
        'after', (array_agg(fields) filter (where is_after))[1]) as answer
      from (
        ${one(sql.fragment`v.ended = j.position`, sql.fragment`false`)} union all
        ${one(sql.fragment`v.position = j.position`, sql.fragment`true`)}
      ) versions
      group by key
    ) changed)`
}
/** Fields of links, attributes and offers with their empty values. */
export const linkDefaults = { quantity: null, notes: null, sortOrder: 0 }
export const attributeDefaults = {
  description: '',
  value: '',
  unit: null,
  drawingNumber: null,
  editable: true,
  sortOrder: 0,
}
export const offerDefaults = {
  supplierArticlenumber: null,
  costPrice: null,
  costPriceCurrency: null,
  priceUnit: null,
  minimumOrder: null,
  leadTime: null,
}
const valuesOf = (defaults: object, columns: Readonly<Record<string, Fragment>> = {}) =>
  listed(
    Object.keys(defaults).map(
      (key) => sql.fragment`${sql.literalValue(key)}, ${columns[key] ?? columnOf('v', key)}`,
    ),
  )

const dissolving = sql.array([...typesWith('dissolved')], 'text')
const inAssembly = sql.fragment`assembly_id = ${assemblyId}`
export const links = versions(
  'link_version',
  inAssembly,
  sql.fragment`jsonb_build_object('of', 'link', 'kind', v.kind, 'id', v.item_id)`,
  valuesOf(linkDefaults),
)
/** The assemblies that a dissolved one was taken out of. */
export const parents = sql.fragment`(
  select coalesce(json_agg(v.assembly_id order by v.assembly_id), '[]') from link_version v
  where j.type = any(${dissolving}) and v.kind = 'subassembly'
    and v.item_id = ${assemblyId} and v.ended = j.position)`
export const attributes = versions(
  'attribute_version',
  inAssembly,
  sql.fragment`jsonb_build_object('of', 'attribute', 'id', v.id)`,
  valuesOf(attributeDefaults),
)

export const offers = versions(
  'offer_version',
  sql.fragment`entity = j.entity and id = ${numberId}`,
  sql.fragment`jsonb_build_object('of', 'offer', 'id', v.supplier_id)`,
  valuesOf(offerDefaults, {
    costPrice: sql.fragment`trim_scale(v.cost_price)`,
    priceUnit: sql.fragment`v.unit`,
  }),
)
