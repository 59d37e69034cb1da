import { hash } from 'node:crypto'
import { sql } from 'slonik'
import { effectOf, eventTypes, type DataWith } from '#contracts/events.ts'
import { erasureMark, personalFields } from '#kernel/privacy/private-log.ts'
import { snake } from '#kernel/database.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { viaOf } from '#contracts/history.ts'
import type { Batch, Projection, Transaction, Subject } from '../kernel/projection.ts'
import { ownSearch } from '../catalogue/search-text.ts'
import { analyse } from '../kernel/schema.ts'
import { insertRows, json, planned } from '../kernel/sql.ts'
import { foldEvent } from './fold.ts'
import { openVersions, writeVersions } from './rows.ts'
import { historyIndexes, historyTables } from './tables.ts'

type Facet = {
  readonly entity: string
  readonly type: string
  readonly user_name: string
  readonly user_id: string | null
}

/** Equal facets get the same number. */
const numberOf = (facet: Facet): string =>
  hash('sha256', JSON.stringify(facet), 'buffer').readBigInt64BE().toString()

const originOf = ({ type, data }: RecordedEvent): number | null =>
  effectOf(type) === 'cloned' ? (data as DataWith<'cloned'>).sourceId : null

const rowOf = (event: RecordedEvent, { entity, id }: Subject, own: boolean) => {
  const { metadata, position, stream, revision, type, writtenAt } = event
  const via = viaOf(event)
  const facet = { entity, type, user_name: metadata.user, user_id: metadata.userId ?? null }
  return {
    ...facet,
    id: String(id),
    position: `${position}`,
    own,
    facet: numberOf(facet),
    stream,
    revision: `${revision}`,
    event_id: event.id,
    at: metadata.at,
    recorded_at: writtenAt,
    via,
    import_id: via.import,
    reason: metadata['reason'],
    origin: originOf(event),
    erasure: erasureMark in metadata,
  }
}
type JournalRow = ReturnType<typeof rowOf>

const journalRows = (event: RecordedEvent, changed: readonly Subject[]): JournalRow[] =>
  changed.map((subject, index) => rowOf(event, subject, index === 0))

const writeJournal = async (tx: Transaction, rows: readonly JournalRow[]): Promise<void> => {
  await insertRows(tx, 'journal', rows)
  const facets = new Map(rows.filter(({ own }) => own).map((row) => [row.facet, row]))
  await tx.query(planned('add facets')`
    insert into journal_facet
    select * from json_populate_recordset(null::journal_facet, ${json([...facets.values()])})
    on conflict do nothing`)
}

const search = ownSearch(sql.fragment`kept.entity`, sql.fragment`erased.fields`)

/** Erases contact data from earlier versions too. In a refill the log no longer has it. */
const forget = async (tx: Transaction, { events }: Batch): Promise<void> => {
  for (const { type, data, metadata, position } of events) {
    const { entity, id } = data as DataWith<'removed'>
    const fields = personalFields.get(entity)?.map(snake)
    if (!fields || !(effectOf(type) === 'removed' || erasureMark in metadata)) continue
    await tx.query(sql.unsafe`
      update record_version kept set fields = erased.fields, search = ${search}
      from (
        select entity, id, position, fields || coalesce((
          select jsonb_object_agg(key, '') from jsonb_each_text(fields)
          where key = any(${sql.array(fields, 'text')}) and value <> ''), '{}') as fields
        from record_version
        where entity = ${entity} and id = ${String(id)} and position < ${`${position}`}::bigint
      ) erased
      where (kept.entity, kept.id, kept.position) = (erased.entity, erased.id, erased.position)`)
  }
}

/** The state at every position of the log, for history, journal and `asOf`. */
export const historyProjection: Projection = {
  name: 'history',
  revision: 6,
  tables: historyTables,
  handles: eventTypes,
  apply: async (tx, batch) => {
    const { events, touched } = batch
    if (events.length === 0) return
    const state = await openVersions(tx, events)
    const journal = events.flatMap((event) => journalRows(event, foldEvent(state, event)))
    const assemblies = journal.filter(({ entity }) => entity === 'assemblytypes')
    touched.add('assemblytypes', [...new Set(assemblies.map(({ id }) => Number(id)))])
    await writeJournal(tx, journal)
    await writeVersions(tx, state)
    await forget(tx, batch)
  },
  derived: [
    ...historyIndexes.map((index) => (tx: Transaction) => tx.query(index)),
    // The records are made from these next.
    (tx) => analyse(tx, ['journal', 'record_version']),
  ],
}
