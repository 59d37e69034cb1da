import type { Sort } from './view.ts'

export type ViewKind = 'list' | 'grid'

/** What people want to keep of a list: in the address, so that it survives a reload and can be shared. */
export type ListState = {
  readonly search: string
  readonly sort: Sort
  readonly view: ViewKind
  readonly hidden: readonly string[]
}

/** What a list starts with; only what differs is in the address. */
export type ListDefaults = Pick<ListState, 'view' | 'hidden'>

const sortOf = (text: string | null): Sort => {
  if (!text) return null
  return text.startsWith('-')
    ? { key: text.slice(1), descending: true }
    : { key: text, descending: false }
}

const words = (text: string) => text.split(',').filter((word) => word !== '')

export const fromAddress = (search: string, defaults: ListDefaults): ListState => {
  const query = new URLSearchParams(search)
  const [view, hidden] = [query.get('view'), query.get('hide')]
  return {
    search: query.get('q') ?? '',
    sort: sortOf(query.get('sort')),
    view: view === 'grid' || view === 'list' ? view : defaults.view,
    hidden: hidden === null ? defaults.hidden : words(hidden),
  }
}

/** '?q=...' and so on, or '' when everything is as it starts. Other parameters are left alone. */
export const toAddress = (state: ListState, defaults: ListDefaults, before = ''): string => {
  const query = new URLSearchParams(before)
  const put = (key: string, value: string | null) =>
    value === null ? query.delete(key) : query.set(key, value)
  put('q', state.search || null)
  put('sort', state.sort && `${state.sort.descending ? '-' : ''}${state.sort.key}`)
  put('view', state.view === defaults.view ? null : state.view)
  const hidden = state.hidden.toSorted().join()
  put('hide', hidden === defaults.hidden.toSorted().join() ? null : hidden)
  const text = query.toString()
  return text && `?${text}`
}
