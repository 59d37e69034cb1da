import type { DatabasePool } from 'slonik'
import type { Position } from '#contracts/event-log.ts'
import { definitionOf } from '#contracts/events.ts'
import type { Change, HistoryItem, JournalItem, Names } from '#contracts/history.ts'
import type { Currency } from '#contracts/pricing.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { changesIn } from './changes.ts'
import { newestEntries, type Entry } from './entries.ts'
import { journalRows, type JournalFilter } from './journal-rows.ts'
import { nameIn, namesIn } from './names.ts'
import { sentenceOf } from './sentences.ts'

/** An event changes one price or one offer at most; what comes or goes has its currency among its changes. */
const currencyOf = ({ price, parts }: Entry, changes: readonly Change[]) => {
  const { before, after } = parts.find(({ of }) => of === 'offer') ?? price
  const isNamed = changes.some(({ field }) => field.endsWith('costPriceCurrency'))
  return before && after && !isNamed ? (after['costPriceCurrency'] as Currency) : null
}

const changeOf = (entry: Entry, names: Names): Omit<HistoryItem, 'event' | 'text'> => {
  const { position, at, recordedAt, user, via, reason } = entry
  const changes = changesIn(entry)
  const currency = currencyOf(entry, changes)
  return { position, at, recordedAt, user, via, reason, changes, names, currency }
}

const eventOf = ({ type, erasure }: Entry): HistoryItem['event'] => {
  if (erasure) return 'erased'
  const { effect } = definitionOf(type)
  return effect === 'created' || effect === 'removed' ? effect : null
}

export const historyItems = async (
  pool: DatabasePool,
  entries: readonly Entry[],
): Promise<readonly HistoryItem[]> => {
  const namesOf = await namesIn(pool, entries)
  return entries.map((entry) => {
    const names = namesOf(entry)
    const change = changeOf(entry, names)
    const event = entry.own ? eventOf(entry) : null
    const isSaid = change.changes.length > 0 || event !== null
    return { ...change, event, text: isSaid ? null : sentenceOf(entry, nameIn(names)) }
  })
}

export const journalItems = async (
  context: Pick<QueryContext, 'pool' | 'usernames'>,
  filter: JournalFilter,
  before: string | undefined,
  limit: number,
  isWhole = false,
): Promise<readonly JournalItem[]> => {
  const rows = await journalRows(context, filter, before, limit)
  const entries = await newestEntries(context, rows, limit)
  const namesOf = await namesIn(context.pool, entries)
  return entries.map((entry) => {
    const { entity, id, type: kind } = entry
    const names = namesOf(entry)
    const text = sentenceOf(entry, nameIn(names), isWhole)
    return { ...changeOf(entry, names), entity, id, kind, text }
  })
}

const itemsAtOnce = 500

type Part = { readonly most?: number; readonly upTo?: Position }

/** For files: pages from newest to oldest, one in memory at a time, whose sentences leave nothing out. */
export async function* journalPages(
  context: QueryContext,
  filter: JournalFilter,
  { most = Infinity, upTo }: Part = {},
): AsyncGenerator<readonly JournalItem[]> {
  let before = upTo === undefined ? undefined : String(upTo + 1n)
  for (let left = most; left > 0; left -= itemsAtOnce) {
    const limit = Math.min(itemsAtOnce, left)
    const items = await journalItems(context, filter, before, limit, true)
    yield items
    if (items.length < limit) return
    before = items.at(-1)!.position
  }
}
