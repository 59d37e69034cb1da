import { useId, type ComponentProps, type ComponentType } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Field, Kind } from '#contracts/fields.ts'
import { FieldRow, useFieldAttributes } from './field-row.tsx'
import { SecretInput } from '../lib/secret-input.tsx'
import { Select } from '../lib/select.tsx'

/** A control edits the form value at `name`. */
export type ControlProps = { name: string; field: Field }
export type Control = ComponentType<ControlProps>

const types: Partial<Record<Kind, string>> = { email: 'email', url: 'url', phone: 'tel' }

const useTextAttributes = ({ name, field }: ControlProps) => ({
  placeholder: field.placeholder,
  maxLength: field.max,
  'aria-required': field.required,
  ...useFieldAttributes(),
  ...useFormContext().register(name),
})

/** The input type decides the keyboard of phones. */
const LineControl = (props: ControlProps) => (
  <input
    type={props.field.day ? 'date' : (types[props.field.kind] ?? 'text')}
    className="control"
    autoComplete="off"
    {...useTextAttributes(props)}
  />
)

const SecretControl = (props: ControlProps) => (
  <SecretInput autoComplete={props.field.secret} {...useTextAttributes(props)} />
)

export const TextControl = (props: ControlProps) =>
  props.field.secret ? <SecretControl {...props} /> : <LineControl {...props} />

export const TextField = (props: ControlProps) => (
  <FieldRow {...props}>
    <TextControl {...props} />
  </FieldRow>
)

export const MultilineControl = (props: ControlProps) => (
  <textarea rows={3} className="control resize-y" {...useTextAttributes(props)} />
)

export const SuggestionControl = (props: ControlProps) => {
  const list = useId()
  return (
    <>
      <input className="control" list={list} autoComplete="off" {...useTextAttributes(props)} />
      <datalist id={list}>
        {props.field.options?.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </datalist>
    </>
  )
}

const SelectControl = (props: ComponentProps<typeof Select> & { name: string }) => {
  const { register } = useFormContext()
  return <Select {...useFieldAttributes()} {...register(props.name)} {...props} />
}

export const ChoiceControl = ({ name, field: { names, options = [] } }: ControlProps) => {
  const own = ['', ...options].map((option) => [option, option || 'Ikke valgt'] as const)
  return <SelectControl name={name} options={names ? Object.entries(names) : own} />
}

/** A choice among the texts of another list in the same form. */
export const AmongControl = ({ name, field }: ControlProps) => {
  const [options, chosen] = useWatch({ name: [field.among!, name] }) as [string[], string]
  // Keep the stored value as an option even if it is no longer in the list.
  const offered = [...new Set(['', ...(options ?? []), chosen])]
  return (
    <SelectControl
      name={name}
      value={chosen}
      options={offered.map((option) => [option, option || 'Ingen brakett'])}
    />
  )
}

export const FlagControl = ({ name }: Pick<ControlProps, 'name'>) => {
  const { register } = useFormContext()
  const on = useWatch({ name }) as boolean
  return (
    <span className="flex h-9 items-center">
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        className="relative h-5 w-9 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-4 before:rounded-full before:bg-surface before:transition-transform checked:bg-accent checked:before:translate-x-4"
        {...useFieldAttributes()}
        {...register(name)}
      />
    </span>
  )
}
