import { sql, type FragmentSqlToken } from 'slonik'
import { z } from 'zod'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { insertRows, json, listed, planned, type Fragment } from '../kernel/sql.ts'
import type { Transaction } from '../kernel/projection.ts'
import { ownSearch } from '../catalogue/search-text.ts'
import { keysToLoad } from './look-ups.ts'
import { Versions, type State, type Version } from './state.ts'

/** The values of some columns. */
const haveOneOf = (name: Fragment, values: readonly object[]) => {
  const columns = listed(Object.keys(values[0]!).map((column) => sql.identifier([column])))
  return sql.fragment`
    (${columns}) in (
      select ${columns} from json_populate_recordset(null::${name}, ${json(values)}))`
}

/** Open versions that have one of these values, or match one of the `others`. */
const openRows = async <Row extends object, Key extends keyof Row & string>(
  tx: Transaction,
  table: string,
  key: readonly Key[],
  values: readonly object[],
  others: readonly FragmentSqlToken[] = [],
): Promise<Versions<Row, Key>> => {
  const name = sql.identifier([table])
  const conditions = [...others]
  if (values.length > 0) conditions.push(haveOneOf(name, values))
  if (conditions.length === 0) return new Versions(table, key, [])
  // A union, so that each part uses its own index.
  const parts = conditions.map(
    (condition) => sql.fragment`
      select to_jsonb(v) || jsonb_build_object('position', v.position::text) as row
      from ${name} v where ended is null and ${condition}`,
  )
  const rows = await tx.anyFirst(sql.type(z.object({ row: z.custom<Version<Row>>() }))`
    ${sql.join(parts, sql.fragment` union `)}`)
  return new Versions(table, key, rows)
}

/** The open versions that the events may change. */
export const openVersions = async (
  tx: Transaction,
  events: readonly RecordedEvent[],
): Promise<State> => {
  const { records, links, attributes, offers, removed } = keysToLoad(events)
  const leaving = sql.array(removed, 'int4')
  const inGone = removed.length > 0 ? [sql.fragment`assembly_id = any(${leaving})`] : []
  const ofGone =
    removed.length > 0 ? [sql.fragment`kind = 'subassembly' and item_id = any(${leaving})`] : []
  return {
    records: await openRows(tx, 'record_version', ['entity', 'id'], records),
    links: await openRows(tx, 'link_version', ['assembly_id', 'kind', 'item_id'], links, [
      ...inGone,
      ...ofGone,
    ]),
    attributes: await openRows(tx, 'attribute_version', ['assembly_id', 'id'], attributes, inGone),
    offers: await openRows(tx, 'offer_version', ['entity', 'id', 'supplier_id'], offers),
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
