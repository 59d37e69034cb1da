import { searchOf } from '../lib/records.ts'

/** The query parameters of /api/journal and of this page; '' means any. */
const keys = ['from', 'to', 'user', 'entity', 'id', 'kind', 'import'] as const
type FilterKey = (typeof keys)[number]
export type JournalFilter = Readonly<Record<FilterKey, string>>

export const fromAddress = (search: string): JournalFilter => {
  const query = new URLSearchParams(search)
  return Object.fromEntries(keys.map((key) => [key, query.get(key) ?? ''])) as JournalFilter
}

/** For example 'from=2026-01-01&user=kari'; '' without a filter. */
export const toQuery = (filter: JournalFilter): string => {
  const asked = keys.map((key) => [key, filter[key].trim()]).filter(([, value]) => value !== '')
  return new URLSearchParams(asked).toString()
}

/** Keeps the other parameters of the address. */
export const toAddress = (filter: JournalFilter, before: string): string => {
  const query = new URLSearchParams(before)
  for (const key of keys) query.delete(key)
  for (const [key, value] of new URLSearchParams(toQuery(filter))) query.set(key, value)
  return searchOf(query)
}

const journal = '/api/journal'
const withQuery = (path: string, query: string) => (query === '' ? path : `${path}?${query}`)

export const journalPath = (query: string): string => withQuery(journal, query)
/** A package with proofs, which can be verified without this system. */
const proven = '/api/audit/export?'
const exportPaths = {
  csv: `${journal}/export?format=csv`,
  xlsx: `${journal}/export?format=xlsx`,
  zip: proven,
  parts: `${proven}parts=true`,
} as const
export type ExportFormat = keyof typeof exportPaths
export const exportPath = (query: string, format: ExportFormat): string =>
  `${exportPaths[format]}${query && `&${query}`}`.replace('?&', '?')
export const eventPath = (position: string): string => `${journal}/${position}`
