import {
  KeyRound,
  LockOpen,
  Monitor,
  Pencil,
  Terminal,
  UserRoundCheck,
  UserRoundX,
} from 'lucide-react'
import type { Invitation, ListedAccount } from '#contracts/access-answers.ts'
import { save } from '../lib/api.ts'
import { attempt } from '../lib/attempt.ts'
import type { RowAction } from '../lib/list/list-props.ts'
import { refresh } from '../lib/refresh.ts'
import { userPath, usersPath } from './api.ts'

export type Opened =
  | { kind: 'form'; user?: ListedAccount }
  | { kind: 'sessions' | 'tokens'; user: ListedAccount }

type Verb = 'reset' | 'unlock' | 'activate' | 'deactivate'

const act = async <Result,>({ id }: ListedAccount, verb: Verb, failed: string, done?: string) => {
  const send = () => save<Result>('POST', `${userPath(id)}/${verb}`, {})
  const result = await attempt(send, failed, done)
  await refresh(usersPath)
  return result
}

const reset = async (user: ListedAccount) => {
  if (!confirm(`Nullstille passord og engangskode for ${user.name}? Alle økter avsluttes.`))
    return undefined
  return act<Invitation>(user, 'reset', 'Kunne ikke nullstille brukeren')
}

export const actionsOf = (
  open: (opened: Opened) => void,
  onReset: (invitation: Invitation) => void,
): readonly RowAction<ListedAccount>[] => [
  { label: 'Rediger', icon: <Pencil />, onSelect: (user) => open({ kind: 'form', user }) },
  { label: 'Økter', icon: <Monitor />, onSelect: (user) => open({ kind: 'sessions', user }) },
  { label: 'API-nøkler', icon: <Terminal />, onSelect: (user) => open({ kind: 'tokens', user }) },
  {
    label: 'Nullstill passord',
    icon: <KeyRound />,
    onSelect: (user) => void reset(user).then((issued) => issued && onReset(issued)),
    fits: ({ active }) => active,
  },
  {
    label: 'Lås opp',
    icon: <LockOpen />,
    fits: ({ lockedUntil }) => lockedUntil !== null,
    onSelect: (user) =>
      void act(user, 'unlock', 'Kunne ikke låse opp kontoen', 'Kontoen er låst opp'),
  },
  {
    label: 'Aktiver',
    icon: <UserRoundCheck />,
    fits: ({ active }) => !active,
    onSelect: (user) =>
      void act(user, 'activate', 'Kunne ikke aktivere brukeren', 'Bruker aktivert'),
  },
  {
    label: 'Deaktiver',
    icon: <UserRoundX />,
    destructive: true,
    fits: ({ active }) => active,
    onSelect: (user) =>
      confirm(`Er du sikker på at du vil deaktivere ${user.name}? Alle økter avsluttes.`) &&
      void act(user, 'deactivate', 'Kunne ikke deaktivere brukeren', 'Bruker deaktivert'),
  },
]
