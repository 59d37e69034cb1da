import type { LogEntry } from '#contracts/access-answers.ts'
import { count as whole, dateTime } from '../lib/format.ts'

export type Page = { readonly data: readonly LogEntry[]; readonly next: number | null }

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

const names: Readonly<Record<string, string>> = {
  from: 'fra',
  to: 'til',
  nameFrom: 'navn fra',
  nameTo: 'navn til',
  user: 'bruker',
  role: 'rolle',
  reason: 'årsak',
  purpose: 'formål',
  by: 'via',
  token: 'API-nøkkel',
  via: 'via API-nøkkel',
  expiresAt: 'utløper',
}
const words: Readonly<Record<string, string>> = {
  password: 'feil passord',
  code: 'feil engangskode',
  deactivated: 'deaktivert konto',
  first: 'første administrator',
  invited: 'invitasjon',
  reset: 'nytt passord',
  oidc: 'jobbkonto',
}

const detail = ([key, value]: [string, unknown]): string => {
  const said = typeof value === 'string' ? value : JSON.stringify(value)
  const text = key === 'expiresAt' ? dateTime(said) : said
  const isWord = key === 'reason' || key === 'purpose' || key === 'by'
  return `${names[key] ?? key}: ${(isWord && words[text]) || text}`
}

/** 'PUT /api/suppliers/4, fra: leser, til: redaktør'. */
export const detailsText = ({ method, path, ...details }: LogEntry['details']): string => {
  const request = [method, path].filter((part) => typeof part === 'string').join(' ')
  return [request, ...Object.entries(details).map(detail)].filter(Boolean).join(', ')
}

export const countText = (count: number): string => `${whole(count)} ganger på ett minutt`
