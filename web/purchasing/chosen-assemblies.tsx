import { X } from 'lucide-react'
import { useState } from 'react'
import { quantityLimits } from '#contracts/assembly/link-kinds.ts'
import { mostAssemblies, type AssemblyTimes } from '#contracts/purchasing/assembly-times.ts'
import { QuantityInput } from '../fields/quantity-input.tsx'
import { RecordSelect } from '../fields/record-select.tsx'
import { IconButton } from '../lib/button.tsx'
import { RecordLink } from '../lib/record-link.tsx'

type TimesProps = { name: string; times: number; onChange: (times: number) => void }

/** While the typed text is invalid, the last valid number applies. */
const Times = ({ name, times, onChange }: TimesProps) => {
  const [text, setText] = useState(`${times}`)
  const isNumber = (typed: string) =>
    /^\d+$/.test(typed) && Number(typed) >= 1 && Number(typed) <= quantityLimits.max
  return (
    <QuantityInput
      aria-label={`Antall av ${name}`}
      aria-invalid={!isNumber(text)}
      className="w-28 shrink-0 text-right"
      value={text}
      onChange={(typed) => {
        setText(typed)
        if (isNumber(typed)) onChange(Number(typed))
      }}
      onBlur={() => setText(`${times}`)}
    />
  )
}

type ChosenProps = TimesProps & { id: number; onRemove: () => void }

const Chosen = ({ id, onRemove, ...times }: ChosenProps) => (
  <li className="flex items-center gap-2">
    <Times {...times} />
    <span className="min-w-0 font-medium break-words">
      <RecordLink to="assemblytypes" id={id}>
        {times.name}
      </RecordLink>
    </span>
    <IconButton label={`Fjern ${times.name}`} icon={<X />} onClick={onRemove} />
  </li>
)

type Props = {
  assemblies: readonly AssemblyTimes[]
  nameOf: (id: number) => string
  onChange: (assemblies: readonly AssemblyTimes[]) => void
}

export const ChosenAssemblies = ({ assemblies, nameOf, onChange }: Props) => {
  const add = (id: number | null) => {
    if (id !== null && assemblies.every((one) => one.id !== id))
      onChange([...assemblies, { id, times: 1 }])
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {assemblies.length > 0 && (
        <ul aria-label="Sammenstillinger" className="flex flex-col gap-2">
          {assemblies.map(({ id, times }) => (
            <Chosen
              key={id}
              id={id}
              name={nameOf(id)}
              times={times}
              onChange={(changed) =>
                onChange(assemblies.map((one) => (one.id === id ? { id, times: changed } : one)))
              }
              onRemove={() => onChange(assemblies.filter((one) => one.id !== id))}
            />
          ))}
        </ul>
      )}
      {assemblies.length < mostAssemblies && (
        // A new one after each choice: the focus goes to the quantity that takes its place.
        <div key={assemblies.length} className="max-w-md">
          <RecordSelect
            collection="assemblytypes"
            value={null}
            onChange={add}
            none="Legg til sammenstilling"
            acts
            field={{ 'aria-label': 'Legg til sammenstilling' }}
          />
        </div>
      )}
    </div>
  )
}
