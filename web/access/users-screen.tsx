import { Plus } from 'lucide-react'
import { useState } from 'react'
import useSWR from 'swr'
import { roles } from '#contracts/access.ts'
import type { Invitation, ListedAccount } from '#contracts/access-answers.ts'
import { Badge } from '../lib/badge.tsx'
import { Button } from '../lib/button.tsx'
import { dateTime } from '../lib/format.ts'
import { asOf } from '../lib/as-of.ts'
import { DataList } from '../lib/list/data-list.tsx'
import { firstView, useListState } from '../lib/list/use-list-state.ts'
import { useLocalView } from '../lib/list/use-local-view.ts'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { PageFrame } from '../lib/page-frame.tsx'
import { usersPath } from './api.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { actionsOf, type Opened } from './user-actions.tsx'
import { userColumns, statusOf } from './user-columns.tsx'

const UserDialogs = lazyDialog(async () => (await import('./user-dialogs.tsx')).UserDialogs)

// Not lazy: if its code failed to load, the link would be lost, since the server sends it only once.
type InvitedProps = { invitation: Invitation; onClose: () => void }

const InvitationDialog = ({ invitation, onClose }: InvitedProps) => (
  <SecretDialog
    title="Engangslenke"
    description={`Gi lenken til ${invitation.user.name}. Den vises bare denne ene gangen.`}
    secret={invitation.link}
    copy="Kopier lenken"
    onClose={onClose}
  >
    Lenken virker én gang, fram til {dateTime(invitation.expiresAt)}.
  </SecretDialog>
)

const UserCard = (user: ListedAccount) => {
  const { text, tone } = statusOf(user)
  return (
    <div className="flex min-w-0 items-start gap-3">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{user.name}</p>
        <p className="truncate text-sm text-muted">
          {roles[user.role].label} · {user.username}
        </p>
      </div>
      <Badge tone={tone}>{text}</Badge>
    </div>
  )
}

const defaults = {
  sort: { key: 'name', descending: false },
  hidden: ['sessions'],
  hiddenOnCards: [],
  parameters: [],
} as const

/** Accounts are deactivated and never deleted, because the history refers to them. */
export const UsersScreen = () => {
  const state = useListState('brukere', { ...defaults, view: firstView() })
  const view = useLocalView(useSWR<readonly ListedAccount[]>(usersPath), userColumns, state)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const mayChange = asOf() === null
  const actions = {
    actions: actionsOf(setOpened, setInvitation),
    onOpen: (user: ListedAccount) => setOpened({ kind: 'form', user }),
  }
  const add = (
    <Button look="primary" icon={<Plus />} onClick={() => setOpened({ kind: 'form' })}>
      Legg til bruker
    </Button>
  )

  return (
    <PageFrame
      fill
      title="Brukere"
      description="Kontoer, roller og økter"
      action={mayChange && add}
    >
      <DataList
        name="brukere"
        items="brukere"
        state={state}
        view={view}
        columns={userColumns}
        {...(mayChange && actions)}
        card={UserCard}
        loadingText="Laster brukere..."
      />
      {opened && (
        <UserDialogs opened={opened} onInvited={setInvitation} onClose={() => setOpened(null)} />
      )}
      {invitation && (
        <InvitationDialog invitation={invitation} onClose={() => setInvitation(null)} />
      )}
    </PageFrame>
  )
}
