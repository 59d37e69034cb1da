import { hash } from 'node:crypto'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { effectOf, type DataWith } from '#contracts/events.ts'
import { viaOf } from '#contracts/history.ts'
import { erasureMark } from '#kernel/privacy/private-log.ts'
import type { Subject, Transaction } from '../kernel/projection.ts'
import { insertRows } from '../kernel/insert-rows.ts'
import { json, planned } from '../kernel/sql.ts'

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

export const journalRows = (event: RecordedEvent, changed: readonly Subject[]): JournalRow[] =>
  changed.map((subject, index) => rowOf(event, subject, index === 0))

export const writeJournal = async (tx: Transaction, rows: readonly JournalRow[]): Promise<void> => {
  await insertRows(tx, 'journal', rows)
  const facets = new Map(rows.filter(({ own }) => own).map((row) => [row.facet, row]))
  await tx.query(planned('add facets')`
    insert into journal_facet
    select * from json_populate_recordset(null::journal_facet, ${json([...facets.values()])})
    on conflict do nothing`)
}
