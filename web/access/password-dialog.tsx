import { z } from 'zod'
import type { OwnAccount } from '#contracts/access-answers.ts'
import { save } from '../lib/api.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { accountPath } from './api.ts'
import {
  NewPasswordFields,
  PasswordField,
  newPassword,
  passwordMismatch,
} from './password-control.tsx'

type Values = { currentPassword: string; newPassword: string; repeated: string }

const labels: Readonly<Record<keyof Values, string>> = {
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
    .refine((values) => values.newPassword === values.repeated, passwordMismatch)

type Props = { account: OwnAccount; onClose: () => void }

export const PasswordDialog = ({ account, onClose }: Props) => {
  const send = async ({ currentPassword, newPassword: chosen }: Values) => {
    await save('PUT', `${accountPath}/password`, { currentPassword, newPassword: chosen })
    return { title: 'Suksess', text: 'Passordet er byttet. Andre økter er avsluttet.' }
  }
  return (
    <FormDialog<Values>
      onClose={onClose}
      title="Bytt passord"
      submit="Bytt passord"
      submitting="Bytter..."
      size="sm"
      defaults={empty}
      schema={schemaOf(account.minimumLength)}
      labelOf={(path) => labels[path as keyof Values] ?? path}
      onSubmit={send}
    >
      <input type="hidden" autoComplete="username" value={account.username} />
      <div className="flex flex-col gap-3.5">
        <PasswordField
          name="currentPassword"
          label={labels.currentPassword}
          autoComplete="current-password"
        />
        <NewPasswordFields
          name="newPassword"
          label={labels.newPassword}
          minimumLength={account.minimumLength}
        />
      </div>
    </FormDialog>
  )
}
