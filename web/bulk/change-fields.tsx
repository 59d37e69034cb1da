import { Plus, X } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { FieldControl } from '../fields/controls.tsx'
import { Select } from '../lib/select.tsx'
import { IconButton } from '../lib/button.tsx'
import { emptyValue, type Choice } from './choices.ts'

type ChosenProps = { choice: Choice; onRemove: () => void }

const Chosen = ({ choice: { path, field }, onRemove }: ChosenProps) => (
  <div className="flex items-start gap-2">
    <div className="min-w-0 flex-1">
      <FieldControl name={path} field={field} />
    </div>
    <IconButton
      label={`Ikke endre ${field.label}`}
      icon={<X />}
      className="mt-6"
      onClick={onRemove}
    />
  </div>
)

type Props = {
  all: readonly Choice[]
  chosen: readonly Choice[]
  onChange: (chosen: readonly Choice[]) => void
}

export const ChangeFields = ({ all, chosen, onChange }: Props) => {
  const { setValue } = useFormContext()
  const left = all.filter((choice) => !chosen.includes(choice))
  const choose = (path: string) => {
    const choice = left.find((one) => one.path === path)!
    setValue(path, emptyValue(choice.field))
    onChange([...chosen, choice])
  }
  return (
    <div className="flex flex-col gap-3.5">
      {chosen.map((choice) => (
        <Chosen
          key={choice.path}
          choice={choice}
          onRemove={() => onChange(chosen.filter((other) => other !== choice))}
        />
      ))}
      {left.length > 0 && (
        <label className="flex flex-col gap-1">
          <span className="flex items-center gap-1 text-sm font-medium">
            <Plus className="size-4" />{' '}
            {chosen.length > 0 ? 'Endre også' : 'Velg hva som skal endres'}
          </span>
          <Select
            value=""
            onChange={({ target }) => choose(target.value)}
            options={[
              ['', 'Velg felt...'],
              ...left.map(({ path, field }) => [path, field.label] as const),
            ]}
          />
        </label>
      )}
    </div>
  )
}
