import type { EntityName } from '#contracts/entity.ts'
import { pageAsOf } from './as-of.ts'

/** Where records are: each over the list of its kind. Projects have no list yet. */
export const listPaths = {
  motortypes: '/motortypes',
  sensortypes: '/sensortypes',
  componenttypes: '/components',
  assemblytypes: '/assemblies',
  suppliers: '/suppliers',
  manufacturers: '/manufacturers',
} as const satisfies Partial<Record<EntityName, string>>

export type Listed = keyof typeof listPaths
export const isListed = (name: string): name is Listed => Object.hasOwn(listPaths, name)

export type RecordId = number | string

export const recordPath = (of: Listed, id: RecordId): string =>
  `${listPaths[of]}/${encodeURIComponent(id)}`

/** The tab of a record's dialog. */
export const tabKey = 'fane'

/** What an address asks of the list, without what it asks of the record over it. */
export const listSearch = (search: string): string => {
  const query = new URLSearchParams(search)
  query.delete(tabKey)
  return query.size > 0 ? `?${query.toString()}` : ''
}

/** To be sent: the record as it is shown, whatever list it was found in. */
export const recordLink = (of: Listed, id: RecordId, tab?: string): string => {
  const query = tab ? `?${new URLSearchParams({ [tabKey]: tab }).toString()}` : ''
  return new URL(pageAsOf(recordPath(of, id) + query), location.origin).href
}
