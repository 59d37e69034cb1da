import { roles } from '#contracts/access.ts'
import type { ListedAccount } from '#contracts/access-answers.ts'
import { type Tone, Badge } from '../lib/badge.tsx'
import { dateTime } from '../lib/format.ts'
import type { Column } from '../lib/list/list-props.ts'

type Status = { readonly text: string; readonly tone: Tone }

/** The most important status of an account. */
export const statusOf = (user: ListedAccount): Status => {
  if (!user.active) return { text: 'Deaktivert', tone: 'danger' }
  if (user.lockedUntil) return { text: 'Midlertidig låst', tone: 'warning' }
  if (user.invitedUntil && !user.hasPassword) return { text: 'Venter på passord', tone: 'accent' }
  if (!user.hasPassword && !user.oidc) return { text: 'Uten passord', tone: 'warning' }
  return { text: 'Aktiv', tone: 'success' }
}

export const userColumns: readonly Column<ListedAccount>[] = [
  { key: 'name', label: 'Navn', value: ({ name }) => name, width: 160 },
  { key: 'username', label: 'Brukernavn', value: ({ username }) => username, width: 130 },
  { key: 'role', label: 'Rolle', value: ({ role }) => roles[role].label, width: 120 },
  {
    key: 'status',
    label: 'Status',
    value: (user) => statusOf(user).text,
    show: (user) => {
      const { text, tone } = statusOf(user)
      return <Badge tone={tone}>{text}</Badge>
    },
    width: 150,
  },
  {
    key: 'totp',
    label: 'Engangskode',
    value: ({ totp }) => (totp ? 'På' : 'Av'),
    searchable: false,
    width: 115,
  },
  {
    key: 'sessions',
    label: 'Økter',
    value: ({ sessions }) => sessions,
    numeric: true,
    searchable: false,
    width: 80,
  },
  {
    key: 'lastLoginAt',
    label: 'Sist innlogget',
    value: ({ lastLoginAt }) => lastLoginAt,
    text: ({ lastLoginAt }) => (lastLoginAt ? dateTime(lastLoginAt) : 'Aldri'),
    searchable: false,
    width: 170,
  },
]
