import { useRef, useState } from 'react'
import { z } from 'zod'
import { text } from '#contracts/fields.ts'
import type { TotpSecret } from '#contracts/access-answers.ts'
import { save } from '../lib/api.ts'
import { asTyped, FieldsDialog } from '../form/fields-dialog.tsx'
import { useUser } from '../session/session.ts'
import { accountPath } from './api.ts'
import { SecretView } from './secret-view.tsx'

const totpPath = `${accountPath}/totp`

const passwordSchema = z.object({ password: z.string().min(1) })
const codeSchema = z.object({
  code: z
    .string()
    .transform((code) => code.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Koden har seks siffer')),
})
const codeFields = { code: text('Engangskode', { required: true, max: 20 }) }

const passwordFields = {
  password: text('Passord', { required: true, secret: 'current-password' }),
}

const ConfirmCode = ({ secret, onClose }: { secret: TotpSecret; onClose: () => void }) => {
  const user = useUser()
  const send = async (body: unknown) => {
    await save('PUT', totpPath, codeSchema.parse(body))
    // Reload: until now the server has refused everything except the user's own account.
    if (user?.mustSetUpTotp) location.assign('/')
    return { title: 'Suksess', text: 'Engangskode er slått på' }
  }
  return (
    <FieldsDialog
      onClose={onClose}
      title="Slå på engangskode"
      description="Legg nøkkelen inn i en kodeapp, og skriv koden den viser."
      submit="Slå på"
      submitting="Kontrollerer..."
      size="sm"
      defaults={{ code: '' }}
      fields={codeFields}
      body={codeSchema}
      send={send}
    >
      <SecretView {...secret} />
    </FieldsDialog>
  )
}

type Props = { on: boolean; onClose: () => void }

/** To turn codes off: the password. To turn them on: the password, then the secret and the first code. */
export const TotpDialog = ({ on, onClose }: Props) => {
  const [secret, setSecret] = useState<TotpSecret | null>(null)
  const begun = useRef(false)
  if (secret) return <ConfirmCode secret={secret} onClose={onClose} />

  const send = async (password: unknown) => {
    if (on) {
      await save('DELETE', totpPath, password)
      return { title: 'Suksess', text: 'Engangskode er slått av' }
    }
    setSecret(await save('POST', totpPath, password))
    begun.current = true
    return undefined
  }
  return (
    <FieldsDialog
      title={on ? 'Slå av engangskode' : 'Slå på engangskode'}
      description={
        on
          ? 'Kontoen blir da beskyttet av passordet alene.'
          : 'Ved innlogging kreves da også en kode fra en app på telefonen.'
      }
      submit={on ? 'Slå av' : 'Fortsett'}
      submitting="Vent litt..."
      size="sm"
      defaults={{ password: '' }}
      fields={passwordFields}
      body={passwordSchema}
      bodyOf={asTyped}
      send={send}
      // FormDialog closes itself after sending; keep this component, which then shows the next step.
      onClose={() => begun.current || onClose()}
    />
  )
}
