import { useController } from 'react-hook-form'
import type { Collection } from '#contracts/fields.ts'
import { useFieldAttributes } from '../lib/form/field-row.tsx'
import { useNames } from '../lib/use-rows.ts'
import type { ControlProps } from './control.ts'
import { Select } from './select.tsx'

const none: Readonly<Record<Collection, string>> = {
  suppliers: 'Ingen leverandør',
  manufacturers: 'Ingen produsent',
}

/** One of the records of another collection, by name; 'none' is no reference. */
export const ReferenceControl = ({ name, field }: ControlProps) => {
  const {
    field: { ref, value, onBlur, onChange },
  } = useController({ name })
  const { names, loading } = useNames(field.to!)
  const chosen = value as string
  const known = names.some(({ id }) => String(id) === chosen)
  return (
    <Select
      {...useFieldAttributes()}
      aria-required={field.required}
      aria-busy={loading}
      name={name}
      ref={ref}
      onBlur={onBlur}
      value={chosen === '' ? 'none' : chosen}
      onChange={({ target }) => onChange(target.value === 'none' ? '' : target.value)}
    >
      <option value="none">{field.required ? 'Velg ...' : none[field.to!]}</option>
      {!known && chosen !== '' && (
        <option value={chosen}>{loading ? 'Laster...' : `Nr. ${chosen}`}</option>
      )}
      {names.map(({ id, name: label }) => (
        <option key={id} value={String(id)}>
          {label}
        </option>
      ))}
    </Select>
  )
}
