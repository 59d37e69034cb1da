import { z } from 'zod'
import { allRoles, roleNames } from '#contracts/access.ts'
import { role, type Invitation, type ListedAccount } from '#contracts/access-answers.ts'
import { choice, text } from '#contracts/fields.ts'
import { save } from '../lib/api.ts'
import { Dialog } from '../lib/dialog.tsx'
import { FieldsDialog } from '../form/fields-dialog.tsx'
import { formValuesOf } from '../form/form-values.ts'
import { userPath, usersPath } from './api.ts'
import { SessionsList } from './sessions-list.tsx'
import { TokensList } from './tokens-list.tsx'
import type { Opened } from './user-actions.tsx'

const filled = z.string().trim().min(1).max(200)
const body = z.object({ username: filled, name: filled, role })
const fields = {
  name: text('Navn', { required: true, max: 200 }),
  username: text('Brukernavn', { required: true, max: 200 }),
  role: choice('Rolle', { required: true, names: roleNames(allRoles) }),
}

type FormProps = {
  /** Undefined: invite a new user. */
  user?: ListedAccount | undefined
  onInvited: (invitation: Invitation) => void
  onClose: () => void
}

const UserDialog = ({ user, onInvited, onClose }: FormProps) => (
  <FieldsDialog
    onClose={onClose}
    title={user ? 'Rediger bruker' : 'Opprett ny bruker'}
    description={
      user
        ? 'En ny rolle avslutter brukerens økter'
        : 'Brukeren får en engangslenke og velger passord selv'
    }
    submit={user ? 'Oppdater bruker' : 'Opprett bruker'}
    submitting={user ? 'Oppdaterer...' : 'Oppretter...'}
    defaults={formValuesOf({ fields }, { id: 0, role: 'leser', ...user })}
    fields={fields}
    body={body}
    send={async (account) => {
      if (user) await save('PUT', userPath(user.id), account)
      else onInvited(await save<Invitation>('POST', usersPath, account))
      return { title: 'Suksess', text: user ? 'Bruker oppdatert' : 'Bruker opprettet' }
    }}
  />
)

type Props = {
  opened: Opened
  onInvited: (invitation: Invitation) => void
  onClose: () => void
}

export const UserDialogs = ({ opened, onInvited, onClose }: Props) => {
  if (opened.kind === 'form')
    return <UserDialog user={opened.user} onInvited={onInvited} onClose={onClose} />
  const { kind, user } = opened
  const path = userPath(user.id)
  return (
    <Dialog
      onClose={onClose}
      title={kind === 'sessions' ? 'Økter' : 'API-nøkler'}
      description={user.name}
    >
      <div className="px-5 py-4">
        {kind === 'sessions' ? (
          <SessionsList owner={path} />
        ) : (
          <TokensList path={`${path}/tokens`} ownerRole={user.role} />
        )}
      </div>
    </Dialog>
  )
}
