import { askServer } from './contact.ts'
import { lists } from './list-paths.ts'

/** The past instant or day that the whole app shows; in the address, so that links include it. Null is now. */
export const asOf = (): string | null =>
  new URLSearchParams(globalThis.location?.search ?? '').get('asOf') || null

const written = /^(?!0000)(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/
/** As the server takes it. The browser would take 31 February for a day in March. */
export const isInstantOrDay = (text: string): boolean => {
  const day = written.exec(text)?.[1]
  if (!day || Number.isNaN(Date.parse(text))) return false
  return new Date(day).toISOString().startsWith(day)
}

export const isDay = (text: string): boolean => !text.includes('T') && isInstantOrDay(text)

export const noDate = (text: string): string => `«${text}» er ingen dato`

/** To who opens a link to the past without the permission to see it. */
export const notAllowed = 'Lenken viser en annen dag enn i dag, og det har du ikke tilgang til.'

/**
 * Loads the page again, so that no cached data of the other instant remains.
 * Throws if the server does not answer: the browser would show a page of its own.
 */
export const showAsOf = async (instant: string | null): Promise<void> => {
  await askServer()
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
