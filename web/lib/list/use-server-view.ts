import { useCallback, useState } from 'react'
import useSWR from 'swr'
import { entities } from '#contracts/catalogue/index.ts'
import { nameKey, referenceKeys } from '#contracts/entity.ts'
import { call } from '../api.ts'
import { readPage } from '../use-rows.ts'
import { useDebounced } from '../use-debounced.ts'
import type { View } from './list-props.ts'
import { filterEntries, type ListState } from './use-list-state.ts'

export const pageSize = 200

export type Query = Pick<ListState, 'search' | 'sort'> & Partial<Pick<ListState, 'filters'>>

const references = new Set(entities.flatMap(referenceKeys))
/** The server sorts references by name, as the screen shows them. */
const sortKey = (key: string): string => (references.has(key) ? nameKey(key) : key)

export const rowsQuery = ({ search, sort, filters = {} }: Query): URLSearchParams => {
  const query = new URLSearchParams(filterEntries(filters))
  if (search.trim() !== '') query.set('q', search.trim())
  if (sort) {
    query.set('sort', sortKey(sort.key))
    query.set('order', sort.descending ? 'desc' : 'asc')
  }
  return query
}

export const pagePath = (path: string, shown: Query, page: number): string => {
  const query = rowsQuery(shown)
  query.set('limit', String(pageSize))
  query.set('offset', String(page * pageSize))
  return `${path}?${query.toString()}`
}

const pageOf = (index: number): number => Math.floor(index / pageSize)

/** Keeps the previous page until the next one is loaded. */
const usePage = <Row>(path: string | null, page: number, question: string) =>
  useSWR(path, async (from: string) => ({ page, question, ...(await readPage<Row>(from)) }), {
    keepPreviousData: true,
  })

/** Reads only the visible pages, two at most. A `total` of null disables it. */
export const useServerView = <Row>(path: string, total: number | null, query: Query): View<Row> => {
  const search = useDebounced(query.search)
  const [first, setFirst] = useState(0)
  const [last, setLast] = useState(0)
  const asked = { ...query, search }
  const question = rowsQuery(asked).toString()
  const pathOf = (page: number) => (total === null ? null : pagePath(path, asked, page))
  const upper = usePage<Row>(pathOf(first), first, question)
  const lower = usePage<Row>(pathOf(last), last, question)
  const known = upper.data ?? lower.data
  const count = known?.total
  const error: unknown = upper.error ?? lower.error

  return {
    at: (index) => {
      const found = [upper.data, lower.data].find(
        (data) => data?.page === pageOf(index) && data.question === known?.question,
      )
      return found?.rows[index % pageSize]
    },
    count: count ?? 0,
    total: Math.max(total ?? 0, count ?? 0),
    loading: count === undefined && !error,
    isOld: known?.question !== rowsQuery(query).toString(),
    error,
    mutate: () => Promise.all([upper.mutate(), lower.mutate()]),
    ids: async () => {
      const parameters = rowsQuery({ ...query, sort: null }).toString()
      const { body } = await call(`${path}/ids?${parameters}`, {})
      return (body as { data: readonly number[] }).data
    },
    onSight: useCallback((from: number, to: number) => {
      setFirst(pageOf(from))
      setLast(pageOf(to))
    }, []),
  }
}
