import { useFormContext } from 'react-hook-form'
import { useFieldAttributes } from '../lib/form/field-row.tsx'
import type { ControlProps } from './control.ts'
import { Select } from './select.tsx'

export const ChoiceControl = ({ name, field }: ControlProps) => {
  const { register } = useFormContext()
  return (
    <Select {...useFieldAttributes()} {...register(name)}>
      <option value="">Ikke valgt</option>
      {field.options?.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </Select>
  )
}
