import { z } from 'zod'
import { roles, type Role } from '#contracts/access.ts'
import { role, type Invitation, type ListedAccount } from '#contracts/access-answers.ts'
import { text } from '#contracts/fields.ts'
import { SelectField, TextField } from '../fields/basic-controls.tsx'
import { save } from '../lib/api.ts'
import { Dialog } from '../lib/dialog.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { userPath, usersPath } from './api.ts'
import { SessionsList } from './sessions-list.tsx'
import { TokensList } from './tokens-list.tsx'
import type { Opened } from './user-actions.tsx'

type Values = { username: string; name: string; role: Role }

const filled = z.string().trim().min(1).max(200)
const schema = z.object({ username: filled, name: filled, role })
const fields = {
  username: text('Brukernavn', { required: true, max: 200 }),
  name: text('Navn', { required: true, max: 200 }),
}
const empty: Values = { username: '', name: '', role: 'leser' }

const roleOptions = Object.entries(roles).map(([role, { label }]) => [role, label] as const)

type FormProps = {
  /** Undefined: invite a new user. */
  user?: ListedAccount | undefined
  onInvited: (invitation: Invitation) => void
  onClose: () => void
}

const UserDialog = ({ user, onInvited, onClose }: FormProps) => {
  const send = async ({ username, name, role }: Values) => {
    const body = { username: username.trim(), name: name.trim(), role }
    if (user) await save('PUT', userPath(user.id), body)
    else onInvited(await save<Invitation>('POST', usersPath, body))
    return { title: 'Suksess', text: user ? 'Bruker oppdatert' : 'Bruker opprettet' }
  }
  return (
    <FormDialog<Values>
      onClose={onClose}
      title={user ? 'Rediger bruker' : 'Opprett ny bruker'}
      description={
        user
          ? 'En ny rolle avslutter brukerens økter'
          : 'Brukeren får en engangslenke og velger passord selv'
      }
      submit={user ? 'Oppdater bruker' : 'Opprett bruker'}
      submitting={user ? 'Oppdaterer...' : 'Oppretter...'}
      size="sm"
      defaults={user ? { username: user.username, name: user.name, role: user.role } : empty}
      schema={schema}
      labelOf={(path) => fields[path as keyof typeof fields]?.label ?? 'Rolle'}
      onSubmit={send}
    >
      <div className="flex flex-col gap-3.5">
        <TextField name="name" field={fields.name} />
        <TextField name="username" field={fields.username} />
        <SelectField name="role" label="Rolle" required options={roleOptions} />
      </div>
    </FormDialog>
  )
}

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
