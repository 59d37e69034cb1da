/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an inline SVG, so there is no file for an <img> */
import { useRef, useState } from 'react'
import { encode } from 'uqr'
import { z } from 'zod'
import { text } from '#contracts/fields.ts'
import type { TotpSecret } from '#contracts/access-answers.ts'
import { save } from '../lib/api.ts'
import { CopyButton } from '../lib/copy-button.tsx'
import { asTyped, FieldsDialog } from '../form/fields-dialog.tsx'
import { useUser } from '../session/session.ts'
import { accountPath } from './api.ts'

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

/** Dark on light in both themes: many cameras cannot read an inverted QR code. */
const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { size, data } = encode(text, { border: 4 })
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-md"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}

const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/** The key of an authenticator app: as a QR code, as a link for phones, and as text. */
const SecretView = ({ secret, uri }: TotpSecret) => (
  <div className="mb-5 flex flex-col items-center gap-4 rounded-lg border border-line bg-sunken p-4 sm:flex-row">
    <QrCode text={uri} label="QR-kode for kodeappen" />
    <div className="flex min-w-0 flex-col items-start gap-2 text-sm">
      <p>
        Skann koden i kodeappen, eller{' '}
        <a href={uri} className="text-accent underline">
          åpne den på denne enheten
        </a>
        . Kan du ikke skanne, skriv inn nøkkelen:
      </p>
      <p className="font-mono font-medium break-words select-all">{inGroups(secret)}</p>
      <CopyButton text={secret} label="Kopier nøkkelen" />
    </div>
  </div>
)

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
