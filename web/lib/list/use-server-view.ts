import { useCallback, useState } from 'react'
import useSWR from 'swr'
import { readPage } from '../use-rows.ts'
import { useDebounced } from '../use-debounced.ts'
import type { View } from './list-props.ts'
import { offsetIn, pagePath, pageSize, type Query } from './paging.ts'

const pageOf = (index: number): number => Math.floor(index / pageSize)

const readPlaced = async <Row>(path: string) => ({
  page: pageOf(offsetIn(path)),
  ...(await readPage<Row>(path)),
})

/** A page stays on screen until the one that takes its place is here. */
const usePage = <Row>(path: string | null) =>
  useSWR(path, readPlaced<Row>, { keepPreviousData: true })

/**
 * A list that the server searches, sorts and pages: only the pages in sight are read, which are two at
 * most. `total` is null for lists that are here whole; then nothing is read.
 */
export const useServerView = <Row>(path: string, total: number | null, query: Query): View<Row> => {
  const search = useDebounced(query.search)
  const [first, setFirst] = useState(0)
  const [last, setLast] = useState(0)
  const pathOf = (page: number) =>
    total === null ? null : pagePath(path, { ...query, search }, page)
  const upper = usePage<Row>(pathOf(first))
  const lower = usePage<Row>(pathOf(last))
  const count = (upper.data ?? lower.data)?.total
  const error: unknown = upper.error ?? lower.error

  return {
    at: (index) => {
      const found = [upper, lower].find(({ data }) => data?.page === pageOf(index))
      return found?.data?.rows[index % pageSize]
    },
    count: count ?? 0,
    total: Math.max(total ?? 0, count ?? 0),
    loading: count === undefined && !error,
    error,
    retry: () => void Promise.all([upper.mutate(), lower.mutate()]),
    onSight: useCallback((from: number, to: number) => {
      setFirst(pageOf(from))
      setLast(pageOf(to))
    }, []),
  }
}
