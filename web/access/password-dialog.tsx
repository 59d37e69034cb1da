import { z } from 'zod'
import type { OwnAccount } from '#contracts/access-answers.ts'
import { text } from '#contracts/fields.ts'
import { asTyped, FieldsDialog } from '../form/fields-dialog.tsx'
import { formValuesOf } from '../form/form-values.ts'
import { save } from '../lib/api.ts'
import { accountPath } from './api.ts'
import { newPassword, newPasswordFields, passwordMismatch } from './passwords.ts'

const fieldsFor = (minimumLength: number) => ({
  currentPassword: text('Nåværende passord', { required: true, secret: 'current-password' }),
  ...newPasswordFields('newPassword', 'Nytt passord', minimumLength),
})

const bodyFor = (minimumLength: number) =>
  z
    .object({
      currentPassword: z.string().min(1),
      newPassword: newPassword(minimumLength),
      repeated: z.string(),
    })
    .refine((values) => values.newPassword === values.repeated, passwordMismatch)

type Props = { account: OwnAccount; onClose: () => void }

export const PasswordDialog = ({ account: { username, minimumLength }, onClose }: Props) => {
  const fields = fieldsFor(minimumLength)
  return (
    <FieldsDialog
      onClose={onClose}
      title="Bytt passord"
      submit="Bytt passord"
      submitting="Bytter..."
      defaults={formValuesOf({ fields })}
      fields={fields}
      body={bodyFor(minimumLength)}
      bodyOf={asTyped}
      send={async ({ repeated: _repeated, ...passwords }) => {
        await save('PUT', `${accountPath}/password`, passwords)
        return { title: 'Suksess', text: 'Passordet er byttet. Andre økter er avsluttet.' }
      }}
    >
      <input type="hidden" autoComplete="username" value={username} />
    </FieldsDialog>
  )
}
