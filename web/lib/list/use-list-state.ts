import type { Filters } from '#contracts/list/filters.ts'
import { readStored, writeStored } from '../stored.ts'
import { useAddressState } from '../use-address-state.ts'
import { searchOf } from '../with-query.ts'

export type Sort = { readonly key: string; readonly descending: boolean } | null

/** A click on a heading cycles through ascending, descending and unsorted. */
export const nextSort = (sort: Sort, key: string): Sort => {
  if (sort?.key !== key) return { key, descending: false }
  return sort.descending ? null : { key, descending: true }
}

export type ViewKind = 'list' | 'grid'

/** Stored in the address, so that it survives a reload and can be shared. */
export type ListState = {
  readonly search: string
  readonly filters: Filters
  readonly sort: Sort
  readonly view: ViewKind
  readonly hidden: readonly string[]
  readonly hiddenOnCards: readonly string[]
}

/** Values equal to these are left out of the address. */
export type ListDefaults = Omit<ListState, 'search' | 'filters'> & {
  /** The query parameters of the filters. */
  readonly parameters: readonly string[]
}

/** A phone has room for two columns of a table only, so it starts with cards. */
export const firstView = (): ViewKind => (innerWidth < 640 ? 'grid' : 'list')

const hiddenKeys = { list: 'hidden', grid: 'hiddenOnCards' } as const
export const hiddenKey = ({ view }: Pick<ListState, 'view'>) => hiddenKeys[view]

const sortOf = (text: string): Sort => {
  if (text === '') return null
  return text.startsWith('-')
    ? { key: text.slice(1), descending: true }
    : { key: text, descending: false }
}

const sortText = (sort: Sort): string => (sort ? `${sort.descending ? '-' : ''}${sort.key}` : '')

const words = (text: string) => text.split(',').filter((word) => word !== '')

export const fromAddress = (search: string, defaults: ListDefaults): ListState => {
  const query = new URLSearchParams(search)
  const read = <T>(key: string, from: (text: string) => T, otherwise: T): T => {
    const text = query.get(key)
    return text === null ? otherwise : from(text)
  }
  const view = query.get('view')
  return {
    search: query.get('q') ?? '',
    filters: Object.fromEntries(
      defaults.parameters.flatMap((key) => (query.has(key) ? [[key, query.getAll(key)]] : [])),
    ),
    sort: read('sort', sortOf, defaults.sort),
    view: view === 'grid' || view === 'list' ? view : defaults.view,
    hidden: read('hide', words, defaults.hidden),
    hiddenOnCards: read('hidecards', words, defaults.hiddenOnCards),
  }
}

const textsOf = ({ search, sort, view, hidden, hiddenOnCards }: Omit<ListState, 'filters'>) => ({
  q: search,
  sort: sortText(sort),
  view,
  hide: hidden.toSorted().join(),
  hidecards: hiddenOnCards.toSorted().join(),
})

export const filterEntries = (filters: Filters): [string, string][] =>
  Object.entries(filters).flatMap(([key, values]) =>
    values.map((value): [string, string] => [key, value]),
  )

/** Includes default values, so that the link looks the same for users who have chosen others. */
export const fullAddress = (state: ListState): string => {
  const { q, ...texts } = textsOf(state)
  const query = new URLSearchParams(filterEntries(state.filters))
  for (const [key, text] of Object.entries(q ? { q, ...texts } : texts)) query.set(key, text)
  return query.toString()
}

/**
 * Leaves out default values, unless this browser's `own` choice is another: the address would then show that one.
 * Keeps other parameters of the address.
 */
export const toAddress = (
  state: ListState,
  defaults: ListDefaults,
  before = '',
  own = defaults,
): string => {
  const query = new URLSearchParams(before)
  for (const key of defaults.parameters) query.delete(key)
  for (const [key, value] of filterEntries(state.filters)) query.append(key, value)
  const starts = [defaults, own].map((one): Record<string, string> =>
    textsOf({ ...one, search: '' }),
  )
  for (const [key, text] of Object.entries(textsOf(state)))
    if (starts.every((start) => start[key] === text)) query.delete(key)
    else query.set(key, text)
  return searchOf(query)
}

type Choices = Partial<Omit<ListDefaults, 'sort' | 'parameters'>> & {
  readonly widths?: Readonly<Record<string, number>>
}

const keyOf = (list: string) => `stykkliste.liste.${list}`

export const choicesFor = (list: string) => readStored<Choices>(keyOf(list)) ?? {}
export const keepChoices = (list: string, changes: Choices): void =>
  writeStored(keyOf(list), { ...choicesFor(list), ...changes })

export type ListControl = ListState & { readonly change: (changes: Partial<ListState>) => void }

/** The address has priority over this browser's last choice of view and hidden columns. */
export const useListState = (list: string, defaults: ListDefaults): ListControl => {
  const own = () => ({ ...defaults, ...choicesFor(list) })
  const [state, setState] = useAddressState<ListState>({
    read: (search) => fromAddress(search, own()),
    write: (shown, search) => toAddress(shown, defaults, search, own()),
  })
  const change = (changes: Partial<ListState>) => {
    setState((before) => ({ ...before, ...changes }))
    const { search: _search, filters: _filters, sort: _sort, ...kept } = changes
    if (Object.keys(kept).length > 0) keepChoices(list, kept)
  }
  return { ...state, change }
}
