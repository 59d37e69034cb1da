/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an inline SVG, so there is no file for an <img> */
import { encode } from 'uqr'
import type { TotpSecret } from '#contracts/access-answers.ts'
import { CopyButton } from '../lib/copy-button.tsx'

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
export const SecretView = ({ secret, uri }: TotpSecret) => (
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
