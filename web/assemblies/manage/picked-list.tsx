import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../../lib/button.tsx'
import { unitOf } from '../shared/candidates.ts'
import { QuantityInput } from '../../fields/quantity-input.tsx'
import type { PickedParts } from './use-picked.ts'

/** Enter moves to the next quantity, as in a spreadsheet; in the last one it submits the form. */
const goToNext = (event: KeyboardEvent<HTMLInputElement>) => {
  const inputs = [...event.currentTarget.closest('ul')!.querySelectorAll('input')]
  const next = inputs[inputs.indexOf(event.currentTarget) + 1]
  if (event.key !== 'Enter' || !next) return
  event.preventDefault()
  next.focus()
  next.select()
}

export const PickedList = ({ picked }: { picked: PickedParts }) => (
  <ul
    aria-label="Valgt"
    className="max-h-[18dvh] low:max-h-none shrink-0 overflow-y-auto rounded-md bg-sunken"
  >
    {picked.rows.map(({ key, candidate, quantity }) => (
      <li key={key} className="flex items-center gap-2 px-3 py-1">
        <label className="flex min-w-0 flex-1 items-center gap-3">
          <span className="min-w-0 flex-1 break-words">{candidate.title}</span>
          <QuantityInput
            value={quantity ?? picked.common}
            onChange={(typed) => picked.setQuantity(key, typed)}
            onKeyDown={goToNext}
            className="w-24"
          />
          <span className="w-8 text-sm text-muted">{unitOf(candidate.record)}</span>
        </label>
        <IconButton
          label={`Ta bort ${candidate.title}`}
          icon={<X />}
          onClick={() => picked.drop(key)}
        />
      </li>
    ))}
  </ul>
)
