import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { FieldRow, useFieldAttributes } from '../fields/field-row.tsx'

/** Checks the length only; the server refuses passwords that are easy to guess. */
export const newPassword = (minimumLength: number) =>
  z
    .string()
    .min(1)
    .refine(
      (password) => Array.from(password).length >= minimumLength,
      `Passordet må ha minst ${minimumLength} tegn`,
    )
    .refine(
      (password) => Array.from(password).length <= 128,
      'Passordet kan ikke være lengre enn 128 tegn',
    )

const lengthHint = (minimumLength: number): string =>
  `Minst ${minimumLength} tegn. Flere ord som ikke hører sammen, er lette å huske og vanskelige å gjette.`

export const passwordMismatch = { message: 'Passordene er ikke like', path: ['repeated'] }

type Props = { name: string; autoComplete: 'current-password' | 'new-password' }

const PasswordControl = ({ name, autoComplete }: Props) => {
  const { register } = useFormContext()
  const [visible, setVisible] = useState(false)
  return (
    <span className="relative block">
      <input
        type={visible ? 'text' : 'password'}
        className="control pr-16"
        autoComplete={autoComplete}
        maxLength={1_000}
        {...useFieldAttributes()}
        {...register(name)}
      />
      <button
        type="button"
        aria-pressed={visible}
        aria-label={visible ? 'Skjul passord' : 'Vis passord'}
        className="absolute inset-y-0 right-0 px-3 text-xs text-accent hover:underline"
        onClick={() => setVisible(!visible)}
      >
        {visible ? 'Skjul' : 'Vis'}
      </button>
    </span>
  )
}

export const PasswordField = ({
  label,
  hint,
  ...props
}: Props & { label: string; hint?: string }) => (
  <FieldRow name={props.name} label={label} required hint={hint}>
    <PasswordControl {...props} />
  </FieldRow>
)

type NewProps = { name: string; label: string; minimumLength: number }

export const NewPasswordFields = ({ minimumLength, ...field }: NewProps) => (
  <>
    <PasswordField {...field} autoComplete="new-password" hint={lengthHint(minimumLength)} />
    <PasswordField
      name="repeated"
      label={`Gjenta ${field.label.toLowerCase()}`}
      autoComplete="new-password"
    />
  </>
)
