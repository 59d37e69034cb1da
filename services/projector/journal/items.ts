import type { FragmentSqlToken } from 'slonik'
import type { HistoryItem, JournalItem } from '#contracts/history.ts'
import type { Reading } from '../kernel/queries.ts'
import { changesIn } from './changes.ts'
import { newestEntries, type Entry } from './entries.ts'
import { namesIn } from './names.ts'
import { sentenceOf } from './sentences.ts'

export const historyItemOf = (entry: Entry): HistoryItem => {
  const { position, at, recordedAt, user, via, reason } = entry
  return { position, at, recordedAt, user, via, reason, changes: changesIn(entry) }
}

/** The rows of the journal that are asked for as its readers get them. */
export const journalItems = async (
  reading: Reading,
  rows: FragmentSqlToken,
  limit: number,
): Promise<readonly JournalItem[]> => {
  const entries = await newestEntries(reading, rows, limit)
  const namesOf = await namesIn(reading.pool, entries)
  return entries.map((entry) => {
    const { entity, id, type: kind } = entry
    const text = sentenceOf(entry, namesOf(entry))
    return { ...historyItemOf(entry), entity, id, kind, text }
  })
}
