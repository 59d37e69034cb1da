import {
  KeyRound,
  LockOpen,
  Monitor,
  Pencil,
  Plus,
  Terminal,
  UserRoundCheck,
  UserRoundX,
} from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { roles } from '#contracts/access.ts'
import { Badge } from '../lib/badge.tsx'
import { Button } from '../lib/button.tsx'
import { Dialog } from '../lib/dialog.tsx'
import { save } from '../lib/api.ts'
import { asOf } from '../lib/as-of.ts'
import { attempt } from '../lib/attempt.ts'
import { DataList } from '../lib/list/data-list.tsx'
import type { RowAction } from '../lib/list/list-props.ts'
import { firstView, useListState } from '../lib/list/use-list-state.ts'
import { useLocalView } from '../lib/list/use-local-view.ts'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { refresh } from '../lib/refresh.ts'
import { PageFrame } from '../lib/page-frame.tsx'
import { userPath, usersPath, useUsers, type Invitation, type User } from './api.ts'
import { LinkDialog } from './link-dialog.tsx'
import { SessionsList } from './sessions-list.tsx'
import { TokensList } from './tokens-list.tsx'
import { userColumns, statusOf } from './user-columns.tsx'
import type { UserDialog as UserForm } from './user-dialog.tsx'

/** The form's code comes when it is opened. */
const UserDialog = lazyDialog<ComponentProps<typeof UserForm>>(() =>
  import('./user-dialog.tsx').then((m) => m.UserDialog),
)

type Opened = { kind: 'form'; user?: User } | { kind: 'sessions' | 'tokens'; user: User } | null

const UserCard = (user: User) => {
  const { text, tone } = statusOf(user)
  return (
    <div className="flex min-w-0 items-start gap-3">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{user.name}</p>
        <p className="truncate text-sm text-muted">
          {user.username} · {roles[user.role].label}
        </p>
      </div>
      <Badge tone={tone}>{text}</Badge>
    </div>
  )
}

type Words = { question?: string; done?: string; failed: string }

/** Asks where it matters, sends, says how it went, and reads the users again. */
const act = async <Result = User,>(
  { id }: User,
  verb: 'reset' | 'unlock' | 'activate' | 'deactivate',
  { question, done, failed }: Words,
) => {
  if (question && !confirm(question)) return undefined
  const send = () => save<Result>('POST', `${userPath(id)}/${verb}`, {})
  const result = await attempt(send, failed, done)
  await refresh(usersPath)
  return result
}

const instantActions: readonly RowAction<User>[] = [
  {
    label: 'Lås opp',
    icon: <LockOpen />,
    fits: ({ lockedUntil }) => lockedUntil !== null,
    onSelect: (user) =>
      void act(user, 'unlock', {
        done: 'Kontoen er låst opp',
        failed: 'Kunne ikke låse opp kontoen',
      }),
  },
  {
    label: 'Aktiver',
    icon: <UserRoundCheck />,
    fits: ({ active }) => !active,
    onSelect: (user) =>
      void act(user, 'activate', {
        done: 'Bruker aktivert',
        failed: 'Kunne ikke aktivere brukeren',
      }),
  },
  {
    label: 'Deaktiver',
    icon: <UserRoundX />,
    destructive: true,
    fits: ({ active }) => active,
    onSelect: (user) =>
      void act(user, 'deactivate', {
        question: `Er du sikker på at du vil deaktivere ${user.name}? Alle økter avsluttes.`,
        done: 'Bruker deaktivert',
        failed: 'Kunne ikke deaktivere brukeren',
      }),
  },
]

const defaults = {
  sort: { key: 'name', descending: false },
  hidden: ['sessions'],
  hiddenOnCards: [],
  parameters: [],
} as const

/** Accounts, for the administrator. They are deactivated, never deleted: history refers to them. */
export const UsersScreen = () => {
  const { data, error, mutate } = useUsers()
  const state = useListState('brukere', { ...defaults, view: firstView() })
  const view = useLocalView({ rows: data, error, retry: () => void mutate() }, userColumns, state)
  const [opened, setOpened] = useState<Opened>(null)
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const close = () => setOpened(null)
  const edit = (user: User) => setOpened({ kind: 'form', user })
  const reset = async (user: User) => {
    const issued = await act<Invitation>(user, 'reset', {
      question: `Nullstille passord og engangskode for ${user.name}? Alle økter avsluttes.`,
      failed: 'Kunne ikke nullstille brukeren',
    })
    if (issued) setInvitation(issued)
  }

  const actions: readonly RowAction<User>[] = [
    { label: 'Rediger', icon: <Pencil />, onSelect: edit },
    {
      label: 'Økter',
      icon: <Monitor />,
      onSelect: (user) => setOpened({ kind: 'sessions', user }),
    },
    {
      label: 'API-nøkler',
      icon: <Terminal />,
      onSelect: (user) => setOpened({ kind: 'tokens', user }),
    },
    {
      label: 'Nullstill passord',
      icon: <KeyRound />,
      onSelect: (user) => void reset(user),
      fits: ({ active }) => active,
    },
    ...instantActions,
  ]
  const add = asOf() === null && (
    <Button look="primary" icon={<Plus />} onClick={() => setOpened({ kind: 'form' })}>
      Legg til bruker
    </Button>
  )

  return (
    <PageFrame fill title="Brukere" description="Kontoer, roller og økter" action={add}>
      <DataList
        name="brukere"
        items="brukere"
        state={state}
        view={view}
        columns={userColumns}
        {...(asOf() === null && { actions, onOpen: edit })}
        card={UserCard}
        loadingText="Laster brukere..."
      />
      {opened?.kind === 'form' && (
        <UserDialog user={opened.user} onInvited={setInvitation} onClose={close} />
      )}
      {opened?.kind === 'sessions' && (
        <Dialog onClose={close} title="Økter" description={opened.user.name}>
          <div className="px-5 py-4">
            <SessionsList owner={userPath(opened.user.id)} />
          </div>
        </Dialog>
      )}
      {opened?.kind === 'tokens' && (
        <Dialog onClose={close} title="API-nøkler" description={opened.user.name}>
          <div className="px-5 py-4">
            <TokensList path={`${userPath(opened.user.id)}/tokens`} ownerRole={opened.user.role} />
          </div>
        </Dialog>
      )}
      {invitation && <LinkDialog invitation={invitation} onClose={() => setInvitation(null)} />}
    </PageFrame>
  )
}
