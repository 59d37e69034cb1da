import useSWR from 'swr'
import type { AnyRecord } from '#contracts/entity.ts'
import type { ApiError } from './api-error.ts'
import type { Listed } from './list-paths.ts'
import { useAllRows } from './use-rows.ts'

/** Taken from the cached list if possible, otherwise read alone. */
export const useRecord = <Row extends AnyRecord>(of: Listed, id: string) => {
  const { data: rows } = useAllRows<Row>(of)
  const listed = typeof rows === 'object' ? rows.find((row) => String(row.id) === id) : undefined
  const read = useSWR<Row, ApiError>(listed ? null : `/api/${of}/${encodeURIComponent(id)}`)
  return listed ? { data: listed, error: undefined, mutate: read.mutate } : read
}
