type Value = string | false | null | undefined

/** The path with these query parameters added. Those without a value are left out. */
export const withQuery = (path: string, values: Readonly<Record<string, Value>>): string => {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(values)) if (value) query.set(key, value)
  return query.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`
}
