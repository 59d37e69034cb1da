import { X } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { entities } from '#contracts/catalogue/index.ts'
import { Select } from '../lib/select.tsx'
import { Button } from '../lib/button.tsx'
import { capitalise } from '../lib/text.ts'
import { including, useJournalChoices } from './choices.ts'
import { fromAddress, toQuery, type JournalFilter } from './filter.ts'
import { kindNames } from './kinds.ts'

type FieldProps = { label: string; className?: string; children: (id: string) => ReactNode }

const Field = ({ label, className = '', children }: FieldProps) => {
  const id = useId()
  return (
    <div className={`flex min-w-0 flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

const Input = (props: ComponentProps<'input'>) => (
  <input className="control" autoComplete="off" autoCapitalize="none" {...props} />
)

const entityOptions = entities.map(({ name, noun }) => [name, capitalise(noun.many)] as const)

type Props = { filter: JournalFilter; onChange: (changes: Partial<JournalFilter>) => void }

/** What the journal is narrowed to. */
export const FilterForm = ({ filter, onChange }: Props) => {
  const { users, imports } = useJournalChoices()
  const control = (key: keyof JournalFilter) => ({
    value: filter[key],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [key]: target.value }),
  })
  return (
    <fieldset
      aria-label="Filter"
      className="grid grid-cols-2 items-end gap-3 sm:grid-cols-4 xl:grid-cols-8"
    >
      <Field label="Fra dato">{(id) => <Input id={id} type="date" {...control('from')} />}</Field>
      <Field label="Til dato">{(id) => <Input id={id} type="date" {...control('to')} />}</Field>
      <Field label="Bruker">
        {(id) => (
          <Select
            id={id}
            {...control('user')}
            options={[['', 'Alle'], ...including(users, filter.user)]}
          />
        )}
      </Field>
      <Field label="Gjelder">
        {(id) => (
          <Select id={id} {...control('entity')} options={[['', 'Alt'], ...entityOptions]} />
        )}
      </Field>
      <Field label="Postens id">{(id) => <Input id={id} {...control('id')} />}</Field>
      <Field label="Endring">
        {(id) => (
          <Select
            id={id}
            {...control('kind')}
            options={[['', 'Alle'], ...Object.entries(kindNames)]}
          />
        )}
      </Field>
      <Field label="Import">
        {(id) => (
          <Select
            id={id}
            {...control('import')}
            options={[['', 'Alle'], ...including(imports, filter.import)]}
          />
        )}
      </Field>
      <Button
        icon={<X />}
        disabled={toQuery(filter) === ''}
        onClick={() => onChange(fromAddress(''))}
      >
        Nullstill
      </Button>
    </fieldset>
  )
}
