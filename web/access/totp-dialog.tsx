import { useRef, useState } from 'react'
import { z } from 'zod'
import { text } from '#contracts/fields.ts'
import type { TotpSecret } from '#contracts/access-answers.ts'
import { TextField } from '../fields/basic-controls.tsx'
import { save } from '../lib/api.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { useUser } from '../session/session.ts'
import { accountPath } from './api.ts'
import { PasswordField } from './password-control.tsx'
import { SecretView } from './secret-view.tsx'

const totpPath = `${accountPath}/totp`

const passwordSchema = z.object({ password: z.string().min(1) })
const codeSchema = z.object({
  code: z
    .string()
    .transform((code) => code.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Koden har seks siffer')),
})
const codeField = text('Engangskode', { required: true, max: 20 })

type Password = { password: string }
const empty: Password = { password: '' }

/** Shows the secret and turns one-time codes on when the user enters a correct code. */
const ConfirmCode = ({ secret, onClose }: { secret: TotpSecret; onClose: () => void }) => {
  const user = useUser()
  const send = async ({ code }: { code: string }) => {
    await save('PUT', totpPath, { code: code.replaceAll(/\s/g, '') })
    // Reload: until now the server has refused everything except the user's own account.
    if (user?.mustSetUpTotp) location.assign('/')
    return { title: 'Suksess', text: 'Engangskode er slått på' }
  }
  return (
    <FormDialog<{ code: string }>
      onClose={onClose}
      title="Slå på engangskode"
      description="Legg nøkkelen inn i en kodeapp, og skriv koden den viser."
      submit="Slå på"
      submitting="Kontrollerer..."
      size="sm"
      defaults={{ code: '' }}
      schema={codeSchema}
      labelOf={() => 'Engangskode'}
      onSubmit={send}
    >
      <SecretView {...secret} />
      <TextField name="code" field={codeField} />
    </FormDialog>
  )
}

type Props = { on: boolean; onClose: () => void }

/** To turn codes off: the password. To turn them on: the password, then the secret and the first code. */
export const TotpDialog = ({ on, onClose }: Props) => {
  const [secret, setSecret] = useState<TotpSecret | null>(null)
  const begun = useRef(false)
  if (secret) return <ConfirmCode secret={secret} onClose={onClose} />

  const send = async (password: Password) => {
    if (on) {
      await save('DELETE', totpPath, password)
      return { title: 'Suksess', text: 'Engangskode er slått av' }
    }
    setSecret(await save('POST', totpPath, password))
    begun.current = true
    return undefined
  }
  return (
    <FormDialog<Password>
      title={on ? 'Slå av engangskode' : 'Slå på engangskode'}
      description={
        on
          ? 'Kontoen blir da beskyttet av passordet alene.'
          : 'Ved innlogging kreves da også en kode fra en app på telefonen.'
      }
      submit={on ? 'Slå av' : 'Fortsett'}
      submitting="Vent litt..."
      size="sm"
      defaults={empty}
      schema={passwordSchema}
      labelOf={() => 'Passord'}
      onSubmit={send}
      // FormDialog closes itself after sending; keep this component, which then shows the next step.
      onClose={() => begun.current || onClose()}
    >
      <PasswordField name="password" label="Passord" autoComplete="current-password" />
    </FormDialog>
  )
}
