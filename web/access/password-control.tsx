import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useFieldAttributes } from '../lib/form/field-row.tsx'

type Props = { name: string; autoComplete: 'current-password' | 'new-password' }

/** A password that can be looked at while it is typed, and pasted. */
export const PasswordControl = ({ name, autoComplete }: Props) => {
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
