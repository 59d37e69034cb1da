import { useMemo } from 'react'
import useSWR from 'swr'
import { readAll, readPage, type Page } from './api.ts'
import { norwegian } from './list/compare.ts'
import type { Row } from './row.ts'

/** Every record of a collection, as the list answers it. */
const useRows = <R = Row>(collection: string | null) =>
  useSWR<readonly R[]>(collection && `/api/${collection}`)

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

type Named = { readonly id: number; readonly name: string }
const nobody: readonly Named[] = []

/** Suppliers or manufacturers for a drop-down, in Norwegian order. */
export const useNames = (collection: 'suppliers' | 'manufacturers') => {
  const { data, error, isLoading } = useRows<Named>(collection)
  const names = useMemo(
    () => data?.toSorted((a, b) => norwegian.compare(a.name, b.name)) ?? nobody,
    [data],
  )
  return { names, loading: isLoading, error: error as unknown }
}
