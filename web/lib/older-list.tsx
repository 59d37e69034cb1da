import type { ReactNode } from 'react'
import useSWRInfinite from 'swr/infinite'
import { dataOf, readResponse } from './api.ts'
import { messageOf } from './api-error.ts'
import { count } from './format.ts'
import { Problem } from './alert.tsx'
import { Button } from './button.tsx'
import { Loaded } from './loaded.tsx'
import { Spinner } from './spinner.tsx'
import { useMoreFocus } from './use-more-focus.ts'
import { withQuery } from './with-query.ts'

export type OlderPage<Item> = { readonly items: readonly Item[]; readonly before: string | null }

const readOlder = async <Item,>(path: string): Promise<OlderPage<Item>> => {
  const response = await readResponse(path)
  const items = await dataOf<readonly Item[]>(response)
  return { items, before: response.headers.get('x-next-before') }
}

const pagePath = (path: string, previous: OlderPage<unknown> | null): string | null =>
  previous?.before === null ? null : withQuery(path, { before: previous?.before })

type Props<Item> = {
  path: string
  read?: (path: string) => Promise<OlderPage<Item>>
  loading: string
  failed: string
  empty: ReactNode
  children: (items: readonly Item[]) => ReactNode
}

/** A list with the newest first, and older pages on demand. It is read again on each mount. */
export const OlderList = <Item,>(props: Props<Item>) => {
  const { path, read = readOlder<Item>, children, ...texts } = props
  const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<OlderPage<Item>>(
    (_index: number, previous: OlderPage<Item> | null) => pagePath(path, previous),
    read,
    { revalidateOnMount: true, revalidateFirstPage: false },
  )
  const items = data?.flatMap((page) => page.items)
  const hasFailed = error !== undefined
  const noteFocus = useMoreFocus(items?.length ?? 0)
  return (
    <Loaded {...texts} data={items} error={error} mutate={mutate}>
      {(all) => (
        <>
          {children(all)}
          {data?.at(-1)?.before && (
            <p className="hidden print:block">
              Utskriften har de {count(all.length)} nyeste. Det finnes eldre.
            </p>
          )}
          <Problem text={hasFailed ? messageOf(error) : ''} className="text-center" />
          {(data?.at(-1)?.before || hasFailed) && (
            <Button
              className="self-center"
              aria-disabled={isValidating}
              onClick={(event) => {
                noteFocus(event)
                void (hasFailed ? mutate() : setSize(size + 1))
              }}
            >
              {isValidating && <Spinner />}
              {hasFailed ? 'Prøv igjen' : 'Vis eldre'}
            </Button>
          )}
        </>
      )}
    </Loaded>
  )
}
