import useSWR from 'swr'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { EntityName } from '#contracts/entity.ts'
import { pagePath } from './use-server-view.ts'
import { readPage, useAllRows, type Page } from '../use-rows.ts'
import { useDebounced } from '../use-debounced.ts'

type Choices<Row> = {
  /** All rows, or the first page of the server's search if the collection is too long. */
  readonly rows: readonly Row[] | undefined
  readonly isLong: boolean
  readonly matching: number
  /** The server has not answered the search yet. */
  readonly isOld: boolean
  readonly error: unknown
  readonly mutate: () => void
}

export const useChoices = <Row>(collection: EntityName, search: string): Choices<Row> => {
  const whole = useAllRows<Row>(collection)
  const isLong = typeof whole.data === 'number'
  const sort = { key: entityNamed(collection).title, descending: false }
  const query = { search: useDebounced(search), sort }
  const page = useSWR<Page<Row>>(
    isLong ? pagePath(`/api/${collection}`, query, 0) : null,
    readPage<Row>,
    { keepPreviousData: true },
  )
  return {
    rows: typeof whole.data === 'number' ? page.data?.rows : whole.data,
    isLong,
    matching: page.data?.total ?? 0,
    isOld: isLong && (page.isLoading || query.search !== search),
    error: (whole.error ?? page.error) as unknown,
    mutate: () => {
      void whole.mutate()
      void page.mutate()
    },
  }
}
