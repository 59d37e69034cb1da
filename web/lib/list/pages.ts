import type { ListState } from './address.ts'

/** Rows kept a page at a time, for lists that are too long to hold. */
export const pageSize = 200
/** About 60 screens of rows: what was scrolled past longest ago is forgotten. */
const mostPages = 40

export type Pages<Row> = ReadonlyMap<number, readonly Row[]>

const pageOf = (index: number): number => Math.floor(index / pageSize)

export const rowAt = <Row>(pages: Pages<Row>, index: number): Row | undefined =>
  pages.get(pageOf(index))?.[index % pageSize]

/** The pages that rows `first` to `last` are on and that are not here. */
export const missing = <Row>(pages: Pages<Row>, first: number, last: number): readonly number[] => {
  const numbers = []
  for (let page = pageOf(first); page <= pageOf(last); page++)
    if (!pages.has(page)) numbers.push(page)
  return numbers
}

export const withPage = <Row>(
  pages: Pages<Row>,
  number: number,
  rows: readonly Row[],
): Pages<Row> => {
  const kept = [...pages].filter(([other]) => other !== number).slice(1 - mostPages)
  return new Map([...kept, [number, rows]])
}

export type Asked = Pick<ListState, 'search' | 'sort'> & {
  /** Only rows with these values: '' is any. */
  readonly filter?: Readonly<Record<string, string>>
}

/** The server sorts references by the names that screens show. */
const sortKeys: Readonly<Record<string, string>> = {
  supplierId: 'supplierName',
  manufacturerId: 'manufacturerName',
}

export const pagePath = (
  path: string,
  { search, sort, filter = {} }: Asked,
  number: number,
): string => {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))
  if (search.trim() !== '') query.set('q', search.trim())
  if (sort) {
    query.set('sort', sortKeys[sort.key] ?? sort.key)
    query.set('order', sort.descending ? 'desc' : 'asc')
  }
  query.set('limit', String(pageSize))
  query.set('offset', String(number * pageSize))
  return `${path}?${query.toString()}`
}
