import { useState } from 'react'
import { columnsOf } from '#contracts/csv/columns.ts'
import type { Mapping } from '#contracts/csv/headings.ts'
import type { Entity } from '#contracts/entity.ts'
import { Select } from '../fields/select.tsx'
import { Button } from '../lib/button.tsx'
import { wrongWith } from './mapping.ts'
import { Labelled } from './option-fields.tsx'

type Props = {
  entity: Entity
  mapping: Mapping
  onApply: (mapping: Mapping) => void
  disabled: boolean
}

/** Which of the file's columns is which of ours, to be looked at and changed. */
export const ColumnFields = ({ entity, mapping, onApply, disabled }: Props) => {
  const [draft, setDraft] = useState(mapping)
  const wrong = wrongWith(entity, draft)
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        {Object.entries(draft).map(([heading, chosen]) => (
          <Labelled key={heading} label={heading}>
            <Select
              disabled={disabled}
              value={chosen}
              onChange={({ target }) => setDraft({ ...draft, [heading]: target.value })}
            >
              <option value="">Leses ikke</option>
              {columnsOf(entity).map(({ key, heading: ours, required }) => (
                <option key={key} value={key}>
                  {required ? `${ours} *` : ours}
                </option>
              ))}
            </Select>
          </Labelled>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-warning" aria-live="polite">
          {wrong}
        </p>
        <Button disabled={disabled || wrong !== null} onClick={() => onApply(draft)}>
          Les filen slik
        </Button>
      </div>
    </div>
  )
}
