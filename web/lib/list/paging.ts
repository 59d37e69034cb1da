import type { ListState } from './use-list-state.ts'

/** Lists that are too long to hold are read a page at a time. */
export const pageSize = 200

export type Query = Pick<ListState, 'search' | 'sort'> & {
  /** Only rows with these values: '' is any. */
  readonly filter?: Readonly<Record<string, string>> | undefined
}

/** The server sorts references by the names that screens show. */
const sortKeys: Readonly<Record<string, string>> = {
  supplierId: 'supplierName',
  manufacturerId: 'manufacturerName',
}

export const pagePath = (
  path: string,
  { search, sort, filter = {} }: Query,
  page: number,
): string => {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))
  if (search.trim() !== '') query.set('q', search.trim())
  if (sort) {
    query.set('sort', sortKeys[sort.key] ?? sort.key)
    query.set('order', sort.descending ? 'desc' : 'asc')
  }
  query.set('limit', String(pageSize))
  query.set('offset', String(page * pageSize))
  return `${path}?${query.toString()}`
}

export const offsetIn = (path: string): number =>
  Number(new URLSearchParams(path.slice(path.indexOf('?'))).get('offset'))
