import { sql } from 'slonik'
import { fieldKeys, type Entity } from '#contracts/entity.ts'
import type { Position } from '#contracts/event-log.ts'
import { isRegistration, typesWith } from '#contracts/events.ts'
import { structureStream } from '#contracts/streams.ts'
import { inForce } from '../kernel/as-of.ts'
import { typesConcerning } from '../kernel/projection.ts'
import { listed, nothing, once, type Fragment } from '../kernel/sql.ts'
import { answerOf, joinsOf } from './answer.ts'
import { column, fieldsFrom, idType, isAssembly, ownKeys, table } from './columns.ts'
import { searchOf } from './search-text.ts'

const literals = (types: readonly string[]) => listed(types.map((type) => sql.literalValue(type)))
const structure = sql.literalValue(structureStream)
const created = typesWith('created')
const isCreation = sql.fragment`own and type in (${literals(created)})`
const isRegistered = sql.fragment`type in (${literals(created.filter(isRegistration))})`
const isUpdate = sql.fragment`type in (${literals(typesConcerning('updatedAt'))})`
export const isRemoval = sql.fragment`type in (${literals(typesWith('removed'))})`

/** A journal row of an event in the record's own stream. */
export const isOwn = sql.fragment`own and stream <> ${structure}`
/** A journal row of what is in an assembly, or contains it. */
const isStructure = sql.fragment`
  stream = ${structure} and not (own and type in (${literals(typesWith('dissolved'))}))`

/** What the newest journal row of the version `v` with the condition has. */
const newest = (value: Fragment, condition: Fragment, position: Position | null) => sql.fragment`
  (select ${value} from journal j
   where j.entity = v.entity and j.id = v.id and (${condition})
     ${position === null ? nothing : sql.fragment`and j.position <= ${position}`}
   order by j.position desc limit 1)`

const version = newest(sql.fragment`j.revision`, isOwn, null)
const structureVersion = newest(
  sql.fragment`case when ${isStructure} then j.revision + 1 else 0 end`,
  sql.fragment`(${isStructure}) or (${isCreation})`,
  null,
)

/** None in the past, which cannot be changed. */
const versions = (entity: Entity, position: Position | null): readonly Fragment[] => {
  const now = (value: Fragment) => (position === null ? value : sql.fragment`null::bigint`)
  return [
    sql.fragment`${now(version)} as version`,
    ...(isAssembly(entity) ? [sql.fragment`${now(structureVersion)} as structure_version`] : []),
  ]
}

/** The columns of an entity's table before the search text, from its version `v`. */
const columnsOf = (entity: Entity, position: Position | null): Fragment =>
  listed([
    sql.fragment`${idType(entity) === 'uuid' ? sql.fragment`v.id::uuid` : sql.fragment`v.number`} as id`,
    sql.fragment`${newest(sql.fragment`j.at`, isRegistered, position)} as created_at`,
    sql.fragment`${newest(sql.fragment`j.at`, isUpdate, position)} as updated_at`,
    ...versions(entity, position),
    fieldsFrom(sql.fragment`v.fields`, entity),
  ])

/** The records at a position, or now, as the history has them. */
export const recordRows = (
  entity: Entity,
  position: Position | null,
  more: Fragment = nothing,
): Fragment => sql.fragment`
  select ${columnsOf(entity, position)} ${more}
  from record_version v
  where v.entity = ${sql.literalValue(entity.name)} and ${inForce(position, 'v')}`

/** Answers of assemblies are made later, when all that is in them has its row. */
const derived = (entity: Entity) =>
  sql.fragment`
    ${searchOf(entity)} as search,
    ${isAssembly(entity) ? sql.fragment`''` : answerOf(entity)} as answer`

/** Adds or replaces the rows of the records now. */
export const putting = (entity: Entity, which: Fragment) => {
  const columns = [
    ...ownKeys.map(column),
    ...(isAssembly(entity) ? [sql.identifier(['structure_version'])] : []),
    ...fieldKeys(entity).map(column),
    sql.identifier(['search']),
    sql.identifier(['answer']),
  ]
  return sql.fragment`
    insert into ${table(entity)} (${listed(columns)})
    select r.*, ${derived(entity)}
    from (${recordRows(entity, null)} ${which} ${once}) r ${joinsOf(entity)}
    on conflict (id) do update set (${listed(columns)}) =
      row (${listed(columns.map((one) => sql.fragment`excluded.${one}`))})`
}
