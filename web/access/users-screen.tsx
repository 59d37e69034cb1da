import { KeyRound, LockOpen, Monitor, Pencil, Plus, UserRoundCheck, UserRoundX } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { roles } from '#contracts/access.ts'
import { Badge } from '../lib/badge.tsx'
import { Button } from '../lib/button.tsx'
import { Dialog } from '../lib/dialog.tsx'
import { DataList } from '../lib/list/data-list.tsx'
import type { RowAction } from '../lib/list/list-props.ts'
import { useListState } from '../lib/list/use-list-state.ts'
import { useLocalView } from '../lib/list/use-local-view.ts'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { PageFrame } from '../lib/page-frame.tsx'
import { useMay } from '../session/session.ts'
import { userPath, useUsers, type Invitation, type User } from './api.ts'
import { LinkDialog } from './link-dialog.tsx'
import { SessionsList } from './sessions-list.tsx'
import { act } from './user-actions.ts'
import { userColumns, statusOf } from './user-columns.tsx'
import type { UserDialog as UserForm } from './user-dialog.tsx'

/** The form's code comes when it is opened. */
const UserDialog = lazyDialog<ComponentProps<typeof UserForm>>(() =>
  import('./user-dialog.tsx').then((m) => m.UserDialog),
)

type Opened = { kind: 'create' } | { kind: 'edit' | 'sessions'; user: User } | null

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

const defaults = { view: 'list', hidden: ['sessions'] } as const

/** Accounts, for the administrator. They are deactivated, never deleted: history refers to them. */
export const UsersScreen = () => {
  const { data, error, mutate } = useUsers()
  const state = useListState('brukere', defaults)
  const view = useLocalView({ rows: data, error, retry: () => void mutate() }, userColumns, state)
  const [opened, setOpened] = useState<Opened>(null)
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const close = () => setOpened(null)
  const mayChange = useMay('admin')
  const reset = async (user: User) => {
    const issued = await act<Invitation>(user, 'reset', {
      question: `Nullstille passord og engangskode for ${user.name}? Alle økter avsluttes.`,
      failed: 'Kunne ikke nullstille brukeren',
    })
    if (issued) setInvitation(issued)
  }

  const actions: readonly RowAction<User>[] = [
    {
      label: 'Rediger',
      icon: <Pencil />,
      onSelect: (user) => setOpened({ kind: 'edit', user }),
    },
    {
      label: 'Økter',
      icon: <Monitor />,
      onSelect: (user) => setOpened({ kind: 'sessions', user }),
    },
    {
      label: 'Nullstill passord',
      icon: <KeyRound />,
      onSelect: (user) => void reset(user),
      fits: ({ active }) => active,
    },
    {
      label: 'Lås opp',
      icon: <LockOpen />,
      onSelect: (user) =>
        void act(user, 'unlock', {
          done: 'Kontoen er låst opp',
          failed: 'Kunne ikke låse opp kontoen',
        }),
      fits: ({ lockedUntil }) => lockedUntil !== null,
    },
    {
      label: 'Aktiver',
      icon: <UserRoundCheck />,
      onSelect: (user) =>
        void act(user, 'activate', {
          done: 'Bruker aktivert',
          failed: 'Kunne ikke aktivere brukeren',
        }),
      fits: ({ active }) => !active,
    },
    {
      label: 'Deaktiver',
      icon: <UserRoundX />,
      destructive: true,
      onSelect: (user) =>
        void act(user, 'deactivate', {
          question: `Er du sikker på at du vil deaktivere ${user.name}? Alle økter avsluttes.`,
          done: 'Bruker deaktivert',
          failed: 'Kunne ikke deaktivere brukeren',
        }),
      fits: ({ active }) => active,
    },
  ]
  const add = mayChange && (
    <Button look="primary" icon={<Plus />} onClick={() => setOpened({ kind: 'create' })}>
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
        {...(mayChange && {
          actions,
          onOpen: (user: User) => setOpened({ kind: 'edit', user }),
        })}
        card={UserCard}
        loadingText="Laster brukere..."
      />
      {(opened?.kind === 'create' || opened?.kind === 'edit') && (
        <UserDialog
          user={opened.kind === 'edit' ? opened.user : undefined}
          onInvited={setInvitation}
          onClose={close}
        />
      )}
      {opened?.kind === 'sessions' && (
        <Dialog onClose={close} title="Økter" description={opened.user.name}>
          <div className="px-5 py-4">
            <SessionsList owner={userPath(opened.user.id)} />
          </div>
        </Dialog>
      )}
      {invitation && <LinkDialog invitation={invitation} onClose={() => setInvitation(null)} />}
    </PageFrame>
  )
}
