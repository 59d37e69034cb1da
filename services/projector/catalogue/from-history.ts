import { sql } from 'slonik'
import { z } from 'zod'
import { entities } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import { isRegistration, typesWith } from '#contracts/events.ts'
import { structureStream } from '#contracts/streams.ts'
import { readCheckpoint } from '../kernel/checkpoint.ts'
import { typesConcerning, type Transaction } from '../kernel/projection.ts'
import { analyse } from '../kernel/schema.ts'
import { listed } from '../kernel/sql.ts'
import { allKeys, column, fieldsFrom, idType, isAssembly, table } from './columns.ts'

const structure = sql.literalValue(structureStream)

const literals = (types: readonly string[]) => listed(types.map((type) => sql.literalValue(type)))
const created = typesWith('created')
export const creating = literals(created)
export const changing = literals(typesConcerning('updatedAt'))
export const registering = literals(created.filter(isRegistration))

/** A journal row of what is in an assembly, or contains it. */
export const restructuring = sql.fragment`
  stream = ${structure} and not (own and type in (${literals(typesWith('dissolved'))}))`

/** What the journal has of every record that ever was. `present` is the position of its open version, if there is one. */
const findLives = async (tx: Transaction): Promise<void> => {
  await analyse(tx, ['journal', 'record_version'])
  await tx.query(sql.unsafe`
    create table life as
    with last as (
      select entity, id,
        max(revision) filter (where own and stream <> ${structure}) as version,
        max(position) filter (where own and stream <> ${structure}) as last,
        max(position) filter (where own and type in (${literals(typesWith('removed'))})) as removed,
        max(position) filter (where own and type in (${registering})) as registered,
        max(position) filter (where own and type in (${creating})) as made,
        max(position) filter (where own and type in (${changing})) as changed,
        max(position) filter (where restructured) as restructured,
        max(revision) filter (where restructured) as structure
      from (
        select *, ${restructuring} as restructured from journal
      ) journal
      group by entity, id
    )
    select last.entity, last.id, version, registered.at as created_at, changed.at as updated_at,
      case when restructured > made then structure + 1 else 0 end as structure_version,
      v.position as present, last.removed is not distinct from last.last as is_removed
    from last
    left join journal registered on registered.own and registered.position = last.registered
    left join journal changed on changed.own and changed.position = last.changed
    left join record_version v
      on v.entity = last.entity and v.id = last.id and v.ended is null`)
  await analyse(tx, ['life'])
}

const lost = sql.type(z.object({ record: z.string() }))`
  select entity || ' ' || id as record from life where present is null and not is_removed limit 1`

const refuseEventsOfNothing = async (tx: Transaction): Promise<void> => {
  const record = await tx.maybeOneFirst(lost)
  if (record !== null) throw new Error(`${record} does not exist, but has events`)
}

const countRecords = async (tx: Transaction): Promise<unknown> => {
  const { position } = (await readCheckpoint(tx))!
  return tx.query(sql.unsafe`
    insert into list_state
    select entity, ${position}, count(present) from life group by entity`)
}

const makeRecords = (entity: Entity) => (tx: Transaction) => {
  const own = isAssembly(entity) ? [sql.fragment`structure_version`] : []
  const id = idType(entity) === 'uuid' ? sql.fragment`v.id::uuid` : sql.fragment`v.number`
  const fields = fieldsFrom(sql.fragment`v.fields`, entity)
  return tx.query(sql.unsafe`
    insert into ${table(entity)} (${listed([...allKeys(entity).map(column), ...own])})
    select ${id}, life.created_at, life.updated_at, life.version, ${listed([fields, ...own])}
    from life join record_version v on (v.entity, v.id, v.position) = (life.entity, life.id, present)
    where life.entity = ${entity.name}`)
}

/** `life` lives in the transaction of these steps only. The projector's role may make no temporary tables. */
const dropLives = (tx: Transaction): Promise<unknown> => tx.query(sql.unsafe`drop table life`)

/** Makes all records of a refill at its end: most have several events. */
export const fromHistory = [
  findLives,
  refuseEventsOfNothing,
  countRecords,
  ...entities.map(makeRecords),
  dropLives,
]
