import { useMemo } from 'react'
import useSWR from 'swr'
import { norwegian } from './list/compare.ts'
import type { Row } from './row.ts'

/** Every record of a collection, as the list answers it. */
export const useRows = <R = Row>(collection: string | null) =>
  useSWR<readonly R[]>(collection && `/api/${collection}`)

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
