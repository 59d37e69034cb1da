import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { quantityLimits } from '#contracts/assembly/link-kinds.ts'
import { IconButton } from '../../lib/button.tsx'
import { quantityOf, unitOf, type Candidate } from '../shared/candidates.ts'

type QuantityProps = {
  id?: string
  value: string
  onChange: (typed: string) => void
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  className?: string
}

export const QuantityInput = ({ value, onChange, className = '', ...rest }: QuantityProps) => (
  <input
    {...rest}
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
const goToNext = (event: KeyboardEvent<HTMLInputElement>) => {
  const inputs = [...event.currentTarget.closest('ul')!.querySelectorAll('input')]
  const next = inputs[inputs.indexOf(event.currentTarget) + 1]
  if (event.key !== 'Enter' || !next) return
  event.preventDefault()
  next.focus()
  next.select()
}

/** What is picked so far, each in its own quantity. */
export const PickedList = ({ rows, common, onQuantity, onDrop }: Props) => (
  <ul
    aria-label="Valgt"
    className="max-h-[18dvh] low:max-h-none shrink-0 overflow-y-auto rounded-md bg-sunken"
  >
    {rows.map(({ key, candidate, quantity }) => (
      <li key={key} className="flex items-center gap-2 px-3 py-1">
        <label className="flex min-w-0 flex-1 items-center gap-3">
          <span className="min-w-0 flex-1 break-words">{candidate.title}</span>
          <QuantityInput
            value={quantity ?? common}
            onChange={(typed) => onQuantity(key, typed)}
            onKeyDown={goToNext}
            className="w-24"
          />
          <span className="w-8 text-sm text-muted">{unitOf(candidate.record)}</span>
        </label>
        <IconButton label={`Ta bort ${candidate.title}`} icon={<X />} onClick={() => onDrop(key)} />
      </li>
    ))}
  </ul>
)
