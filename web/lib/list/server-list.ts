import { readPage, type Page } from '../api.ts'
import { missing, pagePath, withPage, type Asked, type Pages } from './pages.ts'

type Held<Row> = {
  readonly pages: Pages<Row>
  /** How many rows match; undefined before the first answer. */
  readonly count: number | undefined
  readonly error: unknown
}
type Read<Row> = (path: string) => Promise<Page<Row>>

/**
 * The pages of one long list, read as they come into sight. What is held stays on screen until the first
 * answer to another question; answers to an earlier question are dropped.
 */
export const serverList = <Row>(path: string, read: Read<Row> = readPage<Row>) => {
  let held: Held<Row> = { pages: new Map(), count: undefined, error: null }
  let query: Asked | null = null
  let round = 0
  let heldRound = 0
  let seen = { first: 0, last: 0 }
  const loading = new Set<number>()
  const listeners = new Set<() => void>()

  const hold = (next: Held<Row>) => {
    held = next
    for (const listener of listeners) listener()
  }
  const here = () => (heldRound === round ? held.pages : new Map<number, readonly Row[]>())

  const load = async (number: number, asked: Asked): Promise<void> => {
    if (loading.has(number)) return
    loading.add(number)
    const mine = round
    try {
      const { rows, total } = await read(pagePath(path, asked, number))
      if (mine !== round) return
      const pages = withPage(here(), number, rows)
      heldRound = mine
      hold({ pages, count: total, error: null })
    } catch (error) {
      if (mine === round) hold({ ...held, error })
    } finally {
      if (mine === round) loading.delete(number)
    }
  }
  const want = (first: number, last: number) => {
    seen = { first, last }
    if (query) for (const number of missing(here(), first, last)) void load(number, query)
  }
  const again = () => {
    round += 1
    loading.clear()
    want(seen.first, seen.last)
  }

  return {
    path,
    want,
    again,
    ask: (next: Asked) => {
      const isNew = query?.search !== next.search || query.filter !== next.filter
      query = next
      if (isNew) seen = { first: 0, last: 0 }
      again()
    },
    held: () => held,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
