import useSWRInfinite from 'swr/infinite'
import { dataOf, readResponse } from './api.ts'
import { withQuery } from './with-query.ts'

export type OlderPage<Item> = { readonly items: readonly Item[]; readonly before: string | null }

const readOlder = async <Item>(path: string): Promise<OlderPage<Item>> => {
  const response = await readResponse(path)
  const items = await dataOf<readonly Item[]>(response)
  return { items, before: response.headers.get('x-next-before') }
}

const pagePath = (path: string, previous: OlderPage<unknown> | null): string | null =>
  previous?.before === null ? null : withQuery(path, { before: previous?.before })

/** A list with the newest first, and older pages on demand. It is read again on each mount. */
export const useOlder = <Item>(path: string, read = readOlder<Item>) => {
  const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<OlderPage<Item>>(
    (_index: number, previous: OlderPage<Item> | null) => pagePath(path, previous),
    read,
    { revalidateOnMount: true, revalidateFirstPage: false },
  )
  return {
    data: data?.flatMap((page) => page.items),
    error: error as unknown,
    reading: isValidating,
    hasOlder: Boolean(data?.at(-1)?.before),
    readOlder: () => void setSize(size + 1),
    mutate: () => void mutate(),
  }
}
export type OlderList = ReturnType<typeof useOlder>
