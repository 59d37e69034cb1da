import { X } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { FieldControl } from '../fields/controls.tsx'
import { SearchedSelect } from '../fields/searched-select.tsx'
import { IconButton } from '../lib/button.tsx'
import { LabelledById } from '../lib/labelled.tsx'
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

type AddProps = { label: string; left: readonly Choice[]; onChoose: (path: string) => void }

/** Not a drop-down: an arrow key would choose in it. */
const AddField = ({ label, left, onChoose }: AddProps) => {
  const [search, setSearch] = useState('')
  return (
    <LabelledById label={label}>
      {(id) => (
        <SearchedSelect
          choices={left.map(({ path, field }) => ({ id: path, name: field.label }))}
          chosen={null}
          none="Velg felt..."
          search={search}
          found={undefined}
          onSearch={setSearch}
          onChange={(path) => path !== null && onChoose(path)}
          field={{ id }}
        />
      )}
    </LabelledById>
  )
}

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
        // A new one after each choice: the focus goes to the field that takes its place.
        <AddField
          key={chosen.length}
          label={chosen.length > 0 ? 'Endre også' : 'Velg hva som skal endres'}
          left={left}
          onChoose={choose}
        />
      )}
    </div>
  )
}
