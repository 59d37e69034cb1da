import { lists } from './list-paths.ts'

/** The past instant or day that the whole app shows; in the address, so that links include it. Null is now. */
export const asOf = (): string | null =>
  new URLSearchParams(globalThis.location?.search ?? '').get('asOf') || null

/** To who opens a link to the past without the permission to see it. */
export const notAllowed = 'Lenken viser en annen dag enn i dag, og det har du ikke tilgang til.'

/** Loads the page again, so that no cached data of the other instant remains. */
export const showAsOf = (instant: string | null): void => {
  const address = new URL(location.href)
  if (instant === null) address.searchParams.delete('asOf')
  else address.searchParams.set('asOf', instant)
  location.assign(address)
}

const withParameters = (path: string, values: Readonly<Record<string, string>>): string => {
  const { pathname, searchParams: query, hash } = new URL(path, location.origin)
  for (const [key, value] of Object.entries(values)) if (!query.has(key)) query.set(key, value)
  return `${pathname}?${query.toString()}${hash}`
}

export const pageAsOf = (path: string): string => {
  const instant = asOf()
  return instant === null ? path : withParameters(path, { asOf: instant })
}

const collections = [...Object.keys(lists), 'projects', 'pricing', 'purchasing', 'counts', 'search']
const isPast = (path: string): boolean => {
  const [, collection = ''] = /^\/api\/([a-z]+)/.exec(path) ?? []
  // History is not filtered by time.
  return collections.includes(collection) && !/\/history(\?|$)/.test(path)
}

export const readAsOf = (path: string): string => {
  const instant = asOf()
  if (instant === null || !isPast(path)) return path
  const other = path.includes('/compare/') && { otherAsOf: instant }
  return withParameters(path, { asOf: instant, ...other })
}
