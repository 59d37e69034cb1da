import { z } from 'zod'
import { roles, type Role } from '#contracts/access.ts'
import { role } from '#contracts/access-answers.ts'
import { text } from '#contracts/fields.ts'
import { SelectControl, TextField } from '../fields/basic-controls.tsx'
import { save } from '../lib/api.ts'
import { FieldRow } from '../fields/field-row.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { refresh } from '../lib/refresh.ts'
import { toast } from '../lib/toasts.tsx'
import { userPath, usersPath, type Invitation, type User } from './api.ts'

type Values = { username: string; name: string; role: Role }

const filled = z.string().trim().min(1).max(200)
const schema = z.object({ username: filled, name: filled, role })
const fields = {
  username: text('Brukernavn', { required: true, max: 200 }),
  name: text('Navn', { required: true, max: 200 }),
}
const empty: Values = { username: '', name: '', role: 'leser' }

const roleOptions = Object.entries(roles).map(([role, { label }]) => [role, label] as const)

type Props = {
  /** Given: edit it. Not given: invite someone. */
  user?: User | undefined
  onInvited: (invitation: Invitation) => void
  onClose: () => void
}

export const UserDialog = ({ user, onInvited, onClose }: Props) => {
  const send = async ({ username, name, role }: Values) => {
    const body = { username: username.trim(), name: name.trim(), role }
    if (user) await save('PUT', userPath(user.id), body)
    else onInvited(await save<Invitation>('POST', usersPath, body))
    await refresh(usersPath)
    toast({ title: 'Suksess', text: user ? 'Bruker oppdatert' : 'Bruker opprettet' })
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
        <FieldRow name="role" label="Rolle" required>
          <SelectControl name="role" options={roleOptions} />
        </FieldRow>
      </div>
    </FormDialog>
  )
}
