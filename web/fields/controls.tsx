import { Plus } from 'lucide-react'
import { useController } from 'react-hook-form'
import { referredEntity } from '#contracts/catalogue/index.ts'
import type { Field, Kind } from '#contracts/fields.ts'
import { newOne } from '#contracts/noun.ts'
import { capitalized } from '#contracts/text.ts'
import {
  type ControlProps,
  ChoiceControl,
  AmongControl,
  type Control,
  FlagControl,
  MultilineControl,
  SuggestionControl,
  TextControl,
} from './basic-controls.tsx'
import { MakeButton } from '../lib/make-record.tsx'
import { noReference } from './field-value.tsx'
import { FieldRow, useFieldAttributes, type RowProps } from './field-row.tsx'
import { FileControl, FilesControl } from './file-field.tsx'
import { ListControl } from './list-control.tsx'
import { NumberControl } from './number-control.tsx'
import { RecordSelect } from './record-select.tsx'

/** A reference to a record of another collection, with a button to create a missing one. */
const ReferenceControl = ({ name, field }: ControlProps) => {
  const { ref, value, onBlur, onChange } = useController({ name }).field
  const attributes = useFieldAttributes()
  const make = capitalized(newOne(referredEntity(field).noun))
  return (
    <div className="flex gap-1">
      <div className="min-w-0 flex-1">
        <RecordSelect
          collection={field.to!}
          value={value === '' ? null : Number(value)}
          onChange={(id) => onChange(id === null ? '' : String(id))}
          none={field.required ? 'Velg...' : noReference(field)}
          field={{ ...attributes, name, ref, onBlur, 'aria-required': field.required }}
        />
      </div>
      <MakeButton
        of={field.to!}
        with={{ onMade: ({ id }) => onChange(String(id)) }}
        icon={<Plus />}
        title={make}
        className="px-2"
      >
        <span className="sr-only">{make}</span>
      </MakeButton>
    </div>
  )
}

/** Kinds that take the full width of a form or detail dialog. */
export const wideKinds: readonly Kind[] = ['multiline', 'list', 'files']

const controls: Record<Kind, Control> = {
  text: TextControl,
  multiline: MultilineControl,
  email: TextControl,
  url: TextControl,
  phone: TextControl,
  number: NumberControl,
  measure: TextControl,
  flag: FlagControl,
  choice: ChoiceControl,
  suggestion: (props) =>
    props.field.among ? <AmongControl {...props} /> : <SuggestionControl {...props} />,
  list: ListControl,
  reference: ReferenceControl,
  file: FileControl,
  files: FilesControl,
}

export const FieldControl = ({ name, field, ...row }: RowProps & ControlProps) => {
  const Control = controls[field.kind]
  return (
    <FieldRow name={name} field={field} wide={wideKinds.includes(field.kind)} {...row}>
      <Control name={name} field={field} />
    </FieldRow>
  )
}

export const FieldColumn = ({ fields }: { fields: Readonly<Record<string, Field>> }) => (
  <div className="flex flex-col gap-3.5">
    {Object.entries(fields).map(([name, field]) => (
      <FieldControl key={name} name={name} field={field} />
    ))}
  </div>
)
