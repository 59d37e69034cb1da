export type Entry = {
  readonly id: number
  readonly at: string
  readonly event: string
  readonly label: string
  readonly username: string | null
  readonly address: string | null
  readonly browser: string | null
  readonly details: Readonly<Record<string, unknown>>
}
export type Page = { readonly data: readonly Entry[]; readonly next: number | null }

export const logPath = '/api/access/security-log'

/** The address of a page; null when the one before was the last. */
export const pagePath = (
  filter: { event: string; user: string },
  previous: Page | null,
): string | null => {
  if (previous?.next === null) return null
  const query = new URLSearchParams({ limit: '100' })
  if (filter.event) query.set('event', filter.event)
  if (filter.user.trim()) query.set('user', filter.user.trim())
  if (previous) query.set('before', String(previous.next))
  return `${logPath}?${query}`
}

/** 'from: leser, to: redaktør'. */
export const detailsText = (details: Entry['details']): string =>
  Object.entries(details)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
