import { sql } from 'slonik'
import { entities } from '#contracts/catalogue/index.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { EventData } from '#contracts/events.ts'
import { viaOf } from '#contracts/history.ts'
import { fieldsOf, snake } from '../catalogue/columns.ts'
import type { Projection, Transaction } from '../kernel/projection.ts'
import { foldEvent, historyHandles, type Subject } from './fold.ts'
import { insert, openVersions, writeVersions } from './rows.ts'
import { historyTables } from './tables.ts'

const journalRow = (event: RecordedEvent, { entity, id }: Subject) => {
  const { metadata, position, stream, revision, type, writtenAt } = event
  const via = viaOf(event)
  return {
    entity,
    id: String(id),
    position: `${position}`,
    stream,
    revision: `${revision}`,
    event_id: event.id,
    type,
    at: metadata.at,
    recorded_at: writtenAt,
    user_name: metadata.user,
    user_id: metadata.userId,
    via,
    import_id: via.import,
    reason: metadata['reason'],
  }
}

const personal = new Map(
  entities.map((entity) => [
    entity.name as string,
    fieldsOf(entity).flatMap(([key, field]) => (field.personal ? [snake(key)] : [])),
  ]),
)

/** Contact data is erased from what was, too: a refill finds it shredded in the log, and so empty. */
const forget = async (tx: Transaction, events: readonly RecordedEvent[]): Promise<void> => {
  for (const { type, data, metadata, position } of events) {
    const { entity, id } = data as EventData<'ItemRemoved'>
    const fields = personal.get(entity) ?? []
    if (fields.length === 0 || !(type === 'ItemRemoved' || 'sealedWith' in metadata)) continue
    await tx.query(sql.unsafe`
      update record_version
      set fields = fields || coalesce((
        select jsonb_object_agg(key, '') from jsonb_each_text(fields)
        where key = any(${sql.array(fields, 'text')}) and value <> ''), '{}')
      where entity = ${entity} and id = ${String(id)} and position < ${`${position}`}::bigint`)
  }
}

/** What was, at every place of the log: history, journal and answers as of an instant read it. */
export const historyProjection: Projection = {
  name: 'history',
  revision: 1,
  tables: historyTables,
  handles: historyHandles,
  apply: async (tx, { events }) => {
    if (events.length === 0) return
    const state = await openVersions(tx, events)
    const journal = events.flatMap((event) =>
      foldEvent(state, event).map((subject) => journalRow(event, subject)),
    )
    await insert(tx, 'journal', journal)
    await writeVersions(tx, state)
    await forget(tx, events)
  },
}
