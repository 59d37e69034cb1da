import { z } from 'zod'
import { save } from '../lib/api.ts'
import { FieldRow } from '../lib/form/field-row.tsx'
import { FormDialog } from '../lib/form/form-dialog.tsx'
import { refresh } from '../lib/refresh.ts'
import { toast } from '../lib/toasts.tsx'
import { accountPath, type Account } from './api.ts'
import { PasswordControl } from './password-control.tsx'
import { different, lengthHint, newPassword } from './password-rules.ts'

type Values = { currentPassword: string; newPassword: string; repeated: string }

const labels: Readonly<Record<string, string>> = {
  currentPassword: 'Nåværende passord',
  newPassword: 'Nytt passord',
  repeated: 'Gjenta nytt passord',
}
const empty: Values = { currentPassword: '', newPassword: '', repeated: '' }

const schemaOf = (minimumLength: number) =>
  z
    .object({
      currentPassword: z.string().min(1),
      newPassword: newPassword(minimumLength),
      repeated: z.string(),
    })
    .refine((values) => values.newPassword === values.repeated, {
      message: different,
      path: ['repeated'],
    })

type Props = { account: Account; onClose: () => void }

export const PasswordDialog = ({ account, onClose }: Props) => {
  const send = async (values: Values) => {
    await save('PUT', `${accountPath}/password`, {
      currentPassword: values.currentPassword,
      newPassword: values.newPassword,
    })
    await refresh(accountPath)
    toast({ title: 'Suksess', text: 'Passordet er byttet. Andre økter er avsluttet.' })
  }
  return (
    <FormDialog<Values>
      open
      onClose={onClose}
      title="Bytt passord"
      submit="Bytt passord"
      submitting="Bytter..."
      size="sm"
      defaults={empty}
      schema={schemaOf(account.minimumLength)}
      labelOf={(path) => labels[path] ?? path}
      onSubmit={send}
    >
      <input type="hidden" autoComplete="username" value={account.username} />
      <div className="flex flex-col gap-3.5">
        <FieldRow name="currentPassword" label="Nåværende passord" required>
          <PasswordControl name="currentPassword" autoComplete="current-password" />
        </FieldRow>
        <FieldRow
          name="newPassword"
          label="Nytt passord"
          required
          hint={lengthHint(account.minimumLength)}
        >
          <PasswordControl name="newPassword" autoComplete="new-password" />
        </FieldRow>
        <FieldRow name="repeated" label="Gjenta nytt passord" required>
          <PasswordControl name="repeated" autoComplete="new-password" />
        </FieldRow>
      </div>
    </FormDialog>
  )
}
