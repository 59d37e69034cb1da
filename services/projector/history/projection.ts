import { sql } from 'slonik'
import { z } from 'zod'
import { effectOf, eventTypes, type DataWith } from '#contracts/events.ts'
import { erasureMark, personalFields } from '#kernel/privacy/private-log.ts'
import { snake } from '#kernel/database.ts'
import type { Batch, Projection, Transaction } from '../kernel/projection.ts'
import { analyse } from '../kernel/schema.ts'
import { foldEvent } from './fold.ts'
import { journalRows, writeJournal } from './journal.ts'
import { openVersions, searchOfVersion, writeVersions } from './rows.ts'
import { historyIndexes, historyTables } from './tables.ts'

const version = z.object({
  entity: z.string(),
  id: z.string(),
  position: z.string(),
  fields: z.record(z.string(), z.unknown()),
})

/** Erases contact data from earlier versions too. In a refill the log no longer has it. */
const forget = async (tx: Transaction, { events }: Batch): Promise<void> => {
  for (const { type, data, metadata, position } of events) {
    const { entity, id } = data as DataWith<'removed'>
    const fields = personalFields.get(entity)?.map(snake)
    if (!fields || !(effectOf(type) === 'removed' || erasureMark in metadata)) continue
    const earlier = await tx.any(sql.type(version)`
      update record_version
      set fields = fields || coalesce((
        select jsonb_object_agg(key, '') from jsonb_each_text(fields)
        where key = any(${sql.array(fields, 'text')}) and value <> ''), '{}')
      where entity = ${entity} and id = ${String(id)} and position < ${`${position}`}::bigint
      returning entity, id, position::text, fields`)
    for (const one of earlier)
      await tx.query(sql.unsafe`
        update record_version set search = ${searchOfVersion(one)}
        where entity = ${one.entity} and id = ${one.id} and position = ${one.position}::bigint`)
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
