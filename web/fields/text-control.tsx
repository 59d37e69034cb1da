import { useFormContext } from 'react-hook-form'
import type { Kind } from '#contracts/fields.ts'
import { useFieldAttributes } from '../lib/form/field-row.tsx'
import type { ControlProps } from './control.ts'

const types: Partial<Record<Kind, string>> = { email: 'email', url: 'url', phone: 'tel' }

/** One line of text; the keyboard of a phone follows the kind. */
export const TextControl = ({ name, field }: ControlProps) => {
  const { register } = useFormContext()
  return (
    <input
      type={types[field.kind] ?? 'text'}
      className="control"
      placeholder={field.placeholder}
      maxLength={field.max}
      aria-required={field.required}
      autoComplete="off"
      {...useFieldAttributes()}
      {...register(name)}
    />
  )
}
