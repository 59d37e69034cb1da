import { searchOf } from '../lib/records.ts'

/** What the journal is asked for: the parameters of /api/journal and of this page, '' where anything will do. */
const keys = ['from', 'to', 'user', 'entity', 'id', 'kind', 'import'] as const
type FilterKey = (typeof keys)[number]
export type JournalFilter = Readonly<Record<FilterKey, string>>

export const fromAddress = (search: string): JournalFilter => {
  const query = new URLSearchParams(search)
  return Object.fromEntries(keys.map((key) => [key, query.get(key) ?? ''])) as JournalFilter
}

/** 'from=2026-01-01&user=kari'; '' where nothing is asked for. */
export const toQuery = (filter: JournalFilter): string => {
  const asked = keys.map((key) => [key, filter[key].trim()]).filter(([, value]) => value !== '')
  return new URLSearchParams(asked).toString()
}

/** As the search part of an address, of which what is no filter stays. */
export const toAddress = (filter: JournalFilter, before: string): string => {
  const query = new URLSearchParams(before)
  for (const key of keys) query.delete(key)
  for (const [key, value] of new URLSearchParams(toQuery(filter))) query.set(key, value)
  return searchOf(query)
}

const journal = '/api/journal'
const withQuery = (path: string, query: string) => (query === '' ? path : `${path}?${query}`)

export const journalPath = (query: string): string => withQuery(journal, query)
/** With proofs, as a package that can be checked without this system; else as a list. */
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
