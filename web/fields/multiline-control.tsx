import { useFormContext } from 'react-hook-form'
import { useFieldAttributes } from '../lib/form/field-row.tsx'
import type { ControlProps } from './control.ts'

export const MultilineControl = ({ name, field }: ControlProps) => {
  const { register } = useFormContext()
  return (
    <textarea
      rows={3}
      className="control resize-y"
      placeholder={field.placeholder}
      maxLength={field.max}
      aria-required={field.required}
      {...useFieldAttributes()}
      {...register(name)}
    />
  )
}
