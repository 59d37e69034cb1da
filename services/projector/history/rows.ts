import { sql, type FragmentSqlToken } from 'slonik'
import { z } from 'zod'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { Batch, Transaction } from '../kernel/projection.ts'
import { ownSearchOf } from '../catalogue/search-text.ts'
import { json, listed } from '../kernel/sql.ts'
import {
  attributeKey,
  linkKey,
  offerKey,
  recordKey,
  Versions,
  type AttributeRow,
  type LinkRow,
  type OfferRow,
  type RecordRow,
  type State,
  type Version,
} from './state.ts'
import { keysToLoad } from './look-ups.ts'

const keys = {
  record: ['entity', 'id'],
  link: ['assembly_id', 'kind', 'item_id'],
  attribute: ['assembly_id', 'id'],
  offer: ['entity', 'id', 'supplier_id'],
}

const names = (columns: readonly string[]) =>
  listed(columns.map((column) => sql.identifier([column])))

/** Open versions with these keys, or matching one of the `others`. */
const openRows = async <Row extends object>(
  tx: Transaction,
  table: string,
  columns: readonly string[],
  keys: readonly object[],
  others: readonly FragmentSqlToken[] = [],
): Promise<readonly Version<Row>[]> => {
  const name = sql.identifier([table])
  const byKey = sql.fragment`
    (${names(columns)}) in (
      select ${names(columns)} from json_populate_recordset(null::${name}, ${json(keys)}))`
  const conditions = [...(keys.length > 0 ? [byKey] : []), ...others]
  if (conditions.length === 0) return []
  // A union, so that each part uses its own index.
  const parts = conditions.map(
    (condition) => sql.fragment`
      select to_jsonb(v) || jsonb_build_object('position', v.position::text) as row
      from ${name} v where ended is null and ${condition}`,
  )
  return tx.anyFirst(sql.type(z.object({ row: z.custom<Version<Row>>() }))`
    ${sql.join(parts, sql.fragment` union `)}`)
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
    records: new Versions(
      await openRows<RecordRow>(tx, 'record_version', keys.record, records),
      recordKey,
    ),
    links: new Versions(
      await openRows<LinkRow>(tx, 'link_version', keys.link, links, [...inGone, ...ofGone]),
      linkKey,
    ),
    attributes: new Versions(
      await openRows<AttributeRow>(tx, 'attribute_version', keys.attribute, attributes, inGone),
      attributeKey,
    ),
    offers: new Versions(
      await openRows<OfferRow>(tx, 'offer_version', ['entity', 'id'], offers),
      offerKey,
    ),
  }
}

/** The search text of a version. */
export const searchOfVersion = ({ entity, fields }: Pick<RecordRow, 'entity' | 'fields'>): string =>
  ownSearchOf(entityNamed(entity as EntityName), fields)

const endVersions = async (
  tx: Transaction,
  name: string,
  columns: readonly string[],
  { ended }: Pick<Versions<object>, 'ended'>,
) => {
  const table = sql.identifier([name])
  const same = [...columns, 'position'].map(
    (column) => sql.fragment`kept.${sql.identifier([column])} = done.${sql.identifier([column])}`,
  )
  if (ended.length > 0)
    await tx.query(sql.unsafe`
      update ${table} kept set ended = done.ended
      from json_populate_recordset(null::${table}, ${json(ended)}) done
      where ${sql.join(same, sql.fragment` and `)}`)
}

export const writeVersions = async (
  tx: Transaction,
  append: Batch['append'],
  { records, links, attributes, offers }: State,
): Promise<void> => {
  const searched = records.made.map((version) => ({ ...version, search: searchOfVersion(version) }))
  await append('record_version', searched)
  await append('link_version', links.made)
  await append('attribute_version', attributes.made)
  await append('offer_version', offers.made)
  await endVersions(tx, 'record_version', keys.record, records)
  await endVersions(tx, 'link_version', keys.link, links)
  await endVersions(tx, 'attribute_version', keys.attribute, attributes)
  await endVersions(tx, 'offer_version', keys.offer, offers)
}
