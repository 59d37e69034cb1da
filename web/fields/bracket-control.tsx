import { useFormContext, useWatch } from 'react-hook-form'
import { useFieldAttributes } from '../lib/form/field-row.tsx'
import type { ControlProps } from './control.ts'
import { Select } from './select.tsx'

/** The default bracket: none, or one of the bracket options entered in the same form. */
export const BracketControl = ({ name }: ControlProps) => {
  const { register } = useFormContext()
  const [options, chosen] = useWatch({ name: ['bracketoptions', name] }) as [string[], string]
  // What is stored stays a choice, also when it is among the options no longer.
  const offered = [...new Set([...(options ?? []), chosen])].filter((option) => option !== '')
  return (
    <Select {...useFieldAttributes()} {...register(name)} value={chosen}>
      <option value="">Ingen brakett</option>
      {offered.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </Select>
  )
}
