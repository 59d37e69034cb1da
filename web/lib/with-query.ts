type Value = string | readonly string[] | false | null | undefined
type Values = Readonly<Record<string, Value>>

/** '?...', or '' without parameters. */
export const searchOf = (query: URLSearchParams): string =>
  query.size > 0 ? `?${query.toString()}` : ''

/** The search of an address with these parameters replaced. Those without a value are removed. */
export const changedSearch = (search: string, values: Values): string => {
  const query = new URLSearchParams(search)
  for (const [key, value] of Object.entries(values)) {
    query.delete(key)
    for (const one of [value].flat()) if (one) query.append(key, one)
  }
  return searchOf(query)
}

export const withQuery = (path: string, values: Values): string => {
  const end = path.indexOf('?')
  if (end < 0) return path + changedSearch('', values)
  return path.slice(0, end) + changedSearch(path.slice(end), values)
}
