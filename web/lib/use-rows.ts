import useSWR from 'swr'
import { readAll, readPage, type Page } from './api.ts'
import type { Row } from './row.ts'

/** A list for a screen of its own: its rows, or how many they are where that is too many to hold. */
export const useAllRows = <R = Row>(collection: string) =>
  useSWR<readonly R[] | number>(`/api/${collection}#list`, (key: string) =>
    readAll<R>(key.replace('#list', '')),
  )

/** How many records a collection has, without reading them. */
export const useCount = (collection: string): number | null | undefined => {
  const { data, error } = useSWR<Page<Row>>(`/api/${collection}?limit=1`, readPage<Row>)
  return error ? null : data?.total
}
