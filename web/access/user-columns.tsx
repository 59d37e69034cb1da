import { roles } from '#contracts/access.ts'
import { Badge } from '../lib/badge.tsx'
import { dateTime } from '../lib/format.ts'
import type { Column } from '../lib/list/column.ts'
import type { User } from './api.ts'
import { statusOf } from './user-status.ts'

export const userColumns: readonly Column<User>[] = [
  { key: 'name', label: 'Navn', value: ({ name }) => name, width: 180 },
  { key: 'username', label: 'Brukernavn', value: ({ username }) => username, width: 150 },
  { key: 'role', label: 'Rolle', value: ({ role }) => roles[role].label, width: 120 },
  {
    key: 'status',
    label: 'Status',
    value: (user) => statusOf(user).text,
    show: (user) => {
      const { text, tone } = statusOf(user)
      return <Badge tone={tone}>{text}</Badge>
    },
    width: 160,
  },
  {
    key: 'totp',
    label: 'Engangskode',
    value: ({ totp }) => (totp ? 'På' : 'Av'),
    searchable: false,
    width: 120,
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
