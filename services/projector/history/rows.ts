import { sql } from 'slonik'
import { z } from 'zod'
import { assembly } from '#contracts/catalogue/index.ts'
import type { Effect } from '#contracts/event-definition.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { definitionOf, effectOf, type DataWith } from '#contracts/events.ts'
import { insertRows, json, planned, type Fragment } from '../kernel/sql.ts'
import { subjectOf, type RecordId, type Transaction } from '../kernel/projection.ts'
import { ownSearch } from '../catalogue/search-text.ts'
import { Versions, type State, type Version } from './state.ts'

/** Open versions that one of the conditions holds for. */
const openRows = async <Row extends object, Key extends keyof Row & string>(
  tx: Transaction,
  table: string,
  key: readonly Key[],
  conditions: readonly Fragment[],
): Promise<Versions<Row, Key>> => {
  if (conditions.length === 0) return new Versions(table, key, [])
  // A union, so that each part uses its own index.
  const parts = conditions.map(
    (condition) => sql.fragment`
      select to_jsonb(v) || jsonb_build_object('position', v.position::text) as row
      from ${sql.identifier([table])} v where ended is null and ${condition}`,
  )
  const rows = await tx.anyFirst(sql.type(z.object({ row: z.custom<Version<Row>>() }))`
    ${sql.join(parts, sql.fragment` union `)}`)
  return new Versions(table, key, rows)
}

const ofRecords = (table: string, records: readonly object[]) => {
  const name = sql.identifier([table])
  const asked = sql.fragment`json_populate_recordset(null::${name}, ${json(records)})`
  return records.length > 0 ? [sql.fragment`(entity, id) in (select entity, id from ${asked})`] : []
}

const ofAssemblies = (column: Fragment, ids: readonly RecordId[]) =>
  ids.length > 0 ? [sql.fragment`${column} = any(${sql.array(ids, 'int4')})`] : []

const subjectsWith = (events: readonly RecordedEvent[], ...effects: readonly Effect[]) =>
  events.filter(({ type }) => effects.includes(effectOf(type)!)).map(subjectOf)

/** Of a clone also what it holds, which may be gone by then. */
const recordsIn = (events: readonly RecordedEvent[]) => {
  const children = events.flatMap(({ type, data }) =>
    effectOf(type) === 'cloned' ? (data as DataWith<'cloned'>).subassemblies : [],
  )
  const held = children.map(({ childId: id }) => ({ entity: assembly.name, id }))
  return [...subjectsWith(events, 'revised', 'removed'), ...held].map(({ entity, id }) => {
    return { entity, id: String(id) }
  })
}

/** What is open of the records that the events are about, of removed assemblies also where they are. */
export const openVersions = async (
  tx: Transaction,
  events: readonly RecordedEvent[],
): Promise<State> => {
  const offered = subjectsWith(events, 'offerSet', 'offerRemoved', 'removed')
  const gone = subjectsWith(events, 'removed', 'dissolved').filter(
    ({ entity }) => entity === assembly.name,
  )
  const inside = events.filter(({ type }) => definitionOf(type).stream !== 'record').map(subjectOf)
  const assemblies = [...gone, ...inside].map(({ id }) => id)
  const inThem = ofAssemblies(sql.fragment`assembly_id`, assemblies)
  const whereGone = ofAssemblies(
    sql.fragment`kind = 'subassembly' and item_id`,
    gone.map(({ id }) => id),
  )
  const numbered = offered.filter(({ id }) => typeof id === 'number')
  return {
    records: await openRows(
      tx,
      'record_version',
      ['entity', 'id'],
      ofRecords('record_version', recordsIn(events)),
    ),
    links: await openRows(
      tx,
      'link_version',
      ['assembly_id', 'kind', 'item_id'],
      [...inThem, ...whereGone],
    ),
    attributes: await openRows(tx, 'attribute_version', ['assembly_id', 'id'], inThem),
    offers: await openRows(
      tx,
      'offer_version',
      ['entity', 'id', 'supplier_id'],
      ofRecords('offer_version', numbered),
    ),
  }
}

const versionSearch = ownSearch(sql.fragment`made.entity`, sql.fragment`made.fields`)
const addRecords = (tx: Transaction, made: State['records']['made']) =>
  tx.query(planned('add records', made.length)`
    insert into record_version (entity, id, number, position, ended, fields, search)
    select entity, id, number, position, ended, fields, ${versionSearch}
    from json_populate_recordset(null::record_version, ${json(made)}) made`)

const endVersions = async (tx: Transaction, { table, key, ended }: State[keyof State]) => {
  if (ended.length === 0) return
  const name = sql.identifier([table])
  const same = [...key, 'position'].map(
    (column) => sql.fragment`kept.${sql.identifier([column])} = done.${sql.identifier([column])}`,
  )
  await tx.query(sql.unsafe`
    update ${name} kept set ended = done.ended
    from json_populate_recordset(null::${name}, ${json(ended)}) done
    where ${sql.join(same, sql.fragment` and `)}`)
}

export const writeVersions = async (
  tx: Transaction,
  { records, links, attributes, offers }: State,
): Promise<void> => {
  if (records.made.length > 0) await addRecords(tx, records.made)
  for (const { table, made } of [links, attributes, offers]) await insertRows(tx, table, made)
  for (const versions of [records, links, attributes, offers]) await endVersions(tx, versions)
}
