import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { useFieldAttributes } from '../lib/form/field-row.tsx'
import type { ControlProps } from './control.ts'

/** Free text, with what is usual offered while typing. */
export const SuggestionControl = ({ name, field }: ControlProps) => {
  const { register } = useFormContext()
  const list = useId()
  return (
    <>
      <input
        className="control"
        list={list}
        placeholder={field.placeholder}
        maxLength={field.max}
        autoComplete="off"
        {...useFieldAttributes()}
        {...register(name)}
      />
      <datalist id={list}>
        {field.options?.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </datalist>
    </>
  )
}
