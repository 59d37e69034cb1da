import { sql } from 'slonik'
import { z } from 'zod'
import type { Entity } from '#contracts/entity.ts'
import { isRegistration } from '#contracts/events.ts'
import { searchedEntities } from '#contracts/search.ts'
import {
  idsIn,
  typesConcerning,
  type Projection,
  type RecordId,
  type Transaction,
} from '../kernel/projection.ts'
import { nothing, planned, plannedRows, type Fragment } from '../kernel/sql.ts'
import { entriesOf, linesOf, wordsOf, searchIndexes, searchTables } from './entries.ts'

const countWords = (from: Fragment): Fragment => sql.fragment`
  insert into search_word as known ${wordsOf(from)}
  on conflict (word) do update set entries = known.entries + excluded.entries`

const left = z.object({ word: z.string(), entries: z.bigint() })

/** Deletes entries that differ from their records. */
const takeOut = async (
  tx: Transaction,
  { name }: Entity,
  records: readonly RecordId[],
  now: Fragment,
) => {
  const found = await tx.any(plannedRows(left, `take out ${name}`, records.length)`
    with now as (${now}), gone as (
      delete from search_entry kept
      where kept.entity = ${name} and kept.id = any(${sql.array(records, 'int4')})
        and not exists (select from now where now.id = kept.id and now.fields = kept.fields)
      returning kept.entity, kept.id, kept.text
    ), unnamed as (
      delete from search_line kept using (${linesOf(sql.fragment`gone`)}) lost
      where (kept.line, kept.entity, kept.id) = (lost.line, lost.entity, lost.id)
    )
    update search_word known set entries = known.entries - lost.entries
    from (${wordsOf(sql.fragment`gone`)}) lost where known.word = lost.word
    returning known.word, known.entries`)
  const unused = found.flatMap(({ word, entries }) => (entries === 0n ? [word] : []))
  if (unused.length > 0)
    await tx.query(sql.unsafe`
      delete from search_word where word = any(${sql.array(unused, 'text')})`)
}

const putIn = (made: Fragment): Fragment => sql.fragment`
  with made as (
    insert into search_entry (entity, id, fields, title, text) ${made}
    on conflict do nothing returning entity, id, text
  ), named as (insert into search_line (entity, id, line) ${linesOf(sql.fragment`made`)})
  ${countWords(sql.fragment`made`)}`

const nowOf = (entity: Entity, records: readonly RecordId[]) =>
  entriesOf(entity, sql.fragment`where r.id = any(${sql.array(records, 'int4')})`)

/** New records have no entries to delete. */
const renew = async (
  tx: Transaction,
  entity: Entity,
  records: readonly RecordId[],
  added: ReadonlySet<RecordId>,
) => {
  const old = records.filter((id) => !added.has(id))
  if (old.length > 0) await takeOut(tx, entity, old, nowOf(entity, old))
  const now = nowOf(entity, records)
  await tx.query(planned(`put in ${entity.name}`, records.length)`${putIn(now)}`)
}

export const searchProjection: Projection = {
  name: 'search',
  revision: 2,
  tables: searchTables,
  basis: searchedEntities.map((entity) => entriesOf(entity, nothing).sql),
  handles: typesConcerning('search'),
  apply: async (tx, batch) => {
    // A fill makes all entries at its end.
    if (batch.filling) return
    const { events, touched } = batch
    const registrations = events.filter(({ type }) => isRegistration(type))
    for (const entity of searchedEntities) {
      const { name } = entity
      const ids = [...new Set([...idsIn(events, name), ...touched.of(name)])]
      if (ids.length > 0) await renew(tx, entity, ids, new Set(idsIn(registrations, name)))
    }
  },
  completed: [
    ...searchedEntities.map(
      (entity) => (tx: Transaction) => tx.query(sql.unsafe`${putIn(entriesOf(entity, nothing))}`),
    ),
    ...searchIndexes,
  ],
}
