import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { quantityLimits } from '#contracts/assembly/link-kinds.ts'
import { IconButton } from '../../lib/button.tsx'
import { quantityOf, unitOf, type Candidate } from '../shared/candidates.ts'

type QuantityProps = {
  id?: string
  value: string
  onChange: (typed: string) => void
  className?: string
}

export const QuantityInput = ({ id, value, onChange, className = '' }: QuantityProps) => (
  <input
    id={id}
    type="number"
    min={quantityLimits.min}
    max={quantityLimits.max}
    step={1}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    onBlur={() => onChange(String(quantityOf(value)))}
    className={`control text-base font-normal tabular-nums ${className}`}
  />
)

/** `quantity` is null until it is said of this one: the common one counts. */
export type PickedRow = {
  readonly key: string
  readonly candidate: Candidate
  readonly quantity: string | null
}

type Props = {
  rows: readonly PickedRow[]
  common: string
  onQuantity: (key: string, typed: string) => void
  onDrop: (key: string) => void
}

/** Enter goes to the next quantity, as in a spreadsheet; in the last one it sends the form. */
const onEnter = (event: KeyboardEvent<HTMLUListElement>) => {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
  const inputs = [...event.currentTarget.querySelectorAll('input')]
  const next = inputs[inputs.indexOf(event.target) + 1]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.select()
}

/** What is picked so far, each in its own quantity. */
export const PickedList = ({ rows, common, onQuantity, onDrop }: Props) => (
  <ul
    aria-label="Valgt"
    onKeyDown={onEnter}
    className="max-h-[18dvh] low:max-h-none shrink-0 overflow-y-auto rounded-md bg-sunken"
  >
    {rows.map(({ key, candidate, quantity }) => (
      <li key={key} className="flex items-center gap-2 px-3 py-1">
        <label className="flex min-w-0 flex-1 items-center gap-3">
          <span className="min-w-0 flex-1 break-words">{candidate.title}</span>
          <QuantityInput
            value={quantity ?? common}
            onChange={(typed) => onQuantity(key, typed)}
            className="w-24"
          />
          <span className="w-8 text-sm text-muted">{unitOf(candidate.record)}</span>
        </label>
        <IconButton label={`Ta bort ${candidate.title}`} icon={<X />} onClick={() => onDrop(key)} />
      </li>
    ))}
  </ul>
)
