import { changedSearch, withQuery } from '../lib/with-query.ts'

/** The query parameters of /api/journal and of this page; '' means any. */
const keys = ['from', 'to', 'user', 'entity', 'id', 'kind', 'import'] as const
type FilterKey = (typeof keys)[number]
export type JournalFilter = Readonly<Record<FilterKey, string>>

export const fromAddress = (search: string): JournalFilter => {
  const query = new URLSearchParams(search)
  return Object.fromEntries(keys.map((key) => [key, query.get(key) ?? ''])) as JournalFilter
}

const trimmed = (filter: JournalFilter) =>
  Object.fromEntries(keys.map((key) => [key, filter[key].trim()]))

/** Keeps the other parameters of the address. */
export const toAddress = (filter: JournalFilter, before: string): string =>
  changedSearch(before, trimmed(filter))

/** For example '?from=2026-01-01&user=kari'; '' without a filter. */
export const toQuery = (filter: JournalFilter): string => toAddress(filter, '')

const journal = '/api/journal'
export const journalPath = (query: string): string => journal + query
export const choicesPath = ({ from, to, import: job }: JournalFilter): string =>
  withQuery(`${journal}/choices`, { from, to, import: job })
export const eventPath = (position: string): string => `${journal}/${position}`

/** A package with proofs can be verified without this system. */
const exports = {
  csv: { path: `${journal}/export`, query: { format: 'csv' } },
  xlsx: { path: `${journal}/export`, query: { format: 'xlsx' } },
  zip: { path: '/api/audit/export', query: {} },
  parts: { path: '/api/audit/export', query: { parts: 'true' } },
} as const
export type ExportFormat = keyof typeof exports
export const exportPath = (search: string, format: ExportFormat): string => {
  const { path, query } = exports[format]
  return withQuery(path + search, query)
}
