import { valueAt, type AnyRecord, type Entity } from '#contracts/entity.ts'
import { pageAsOf } from './as-of.ts'
import { lists, type Listed } from './list-paths.ts'
import { changedSearch } from './with-query.ts'

export type RecordId = number | string

export const recordTitle = ({ title }: Pick<Entity, 'title'>, row: AnyRecord): string =>
  String(valueAt(row, title) || valueAt(row, 'supplierArticlenumber') || `Nr. ${row.id}`)

export const recordPath = (of: Listed, id: RecordId): string =>
  `${lists[of].path}/${encodeURIComponent(id)}`

/** Query parameters of a record's dialog: its tab, its day, and the day of its prices. */
export const recordKeys = { tab: 'fane', day: 'dato', priceDay: 'priser' } as const
export type RecordKey = keyof typeof recordKeys
/** A missing or empty value means the default. */
export type RecordQuery = Readonly<Partial<Record<RecordKey, string>>>

const keys = Object.keys(recordKeys) as RecordKey[]
export const recordSearch = (search: string, asked: RecordQuery): string =>
  changedSearch(search, Object.fromEntries(keys.map((key) => [recordKeys[key], asked[key]])))

/** Without the parameters of the open record. */
export const listSearch = (search: string): string => recordSearch(search, {})

export const replaceSearch = (search: string): void =>
  history.replaceState(history.state, '', location.pathname + search + location.hash)

/** A link to share: the record as it is shown, without the state of its list. */
export const recordLink = (of: Listed, id: RecordId, asked: RecordQuery = {}): string =>
  new URL(pageAsOf(recordPath(of, id) + recordSearch('', asked)), location.origin).href
