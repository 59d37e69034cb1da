import useSWR from 'swr'
import type { AnyRecord } from '#contracts/entity.ts'
import { dataOf, readResponse } from './api.ts'
import type { ApiError } from './api-error.ts'
import type { Listed } from './list-paths.ts'

/** Longer lists are searched, sorted and paged by the server. */
const maxRows = 10_000

const totalOf = (response: Response): number | undefined => {
  const total = response.headers.get('x-total-count')
  return total === null ? undefined : Number(total)
}

export type Page<Row> = { readonly rows: readonly Row[]; readonly total: number }

export const readPage = async <Row>(path: string): Promise<Page<Row>> => {
  const response = await readResponse(path)
  const rows = await dataOf<readonly Row[]>(response)
  return { rows, total: totalOf(response) ?? rows.length }
}

/** The rows, or only their number if the list is too long. The headers tell before the body is read. */
const readAll = async <Row>(path: string): Promise<readonly Row[] | number> => {
  const response = await readResponse(path)
  const total = totalOf(response)
  if (total === undefined || total <= maxRows) return dataOf<readonly Row[]>(response)
  await response.body?.cancel()
  return total
}

export const useAllRows = <R = AnyRecord>(collection: string) =>
  useSWR<readonly R[] | number>(`/api/${collection}#list`, (key: string) =>
    readAll<R>(key.replace('#list', '')),
  )

/** Taken from the cached list if possible, otherwise read alone. */
export const useRecord = <Row extends AnyRecord>(of: Listed, id: string) => {
  const { data: rows } = useAllRows<Row>(of)
  const listed = typeof rows === 'object' ? rows.find((row) => String(row.id) === id) : undefined
  const read = useSWR<Row, ApiError>(listed ? null : `/api/${of}/${encodeURIComponent(id)}`)
  return listed ? { data: listed, error: undefined, mutate: read.mutate } : read
}

export const useCountAnswer = (collection: string) =>
  useSWR<Page<unknown>, unknown>(`/api/${collection}?limit=1`, readPage<unknown>)

export const useCount = (collection: string): number | null | undefined => {
  const { data, error } = useCountAnswer(collection)
  return error ? null : data?.total
}
