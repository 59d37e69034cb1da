import { useController } from 'react-hook-form'
import type { Collection } from '#contracts/fields.ts'
import { useFieldAttributes } from '../lib/form/field-row.tsx'
import type { ControlProps } from './control.ts'
import { RecordSelect } from './record-select.tsx'

const none: Readonly<Record<Collection, string>> = {
  suppliers: 'Ingen leverandør',
  manufacturers: 'Ingen produsent',
}

/** One of the records of another collection, by name; 'none' is no reference. */
export const ReferenceControl = ({ name, field }: ControlProps) => {
  const {
    field: { ref, value, onBlur, onChange },
  } = useController({ name })
  const attributes = useFieldAttributes()
  return (
    <RecordSelect
      collection={field.to!}
      value={value === '' ? null : Number(value)}
      onChange={(id) => onChange(id === null ? '' : String(id))}
      none={field.required ? 'Velg ...' : none[field.to!]}
      field={{ ...attributes, name, ref, onBlur, 'aria-required': field.required }}
    />
  )
}
