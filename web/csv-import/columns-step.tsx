import { useState } from 'react'
import { isTable, type JobAnswer } from '#contracts/csv/answer.ts'
import { columnsOf } from '#contracts/csv/columns.ts'
import type { Mapping } from '#contracts/csv/headings.ts'
import type { Entity } from '#contracts/entity.ts'
import { Button } from '../lib/button.tsx'
import { LabelledSelect, Step } from './import-fields.tsx'
import { mappingOf, wrongWith } from './mapping.ts'

type FieldsProps = {
  entity: Entity
  mapping: Mapping
  onApply: (mapping: Mapping) => void
  disabled: boolean
}

/** Which of the file's columns is which of ours, to be looked at and changed. */
const ColumnFields = ({ entity, mapping: read, onApply, disabled }: FieldsProps) => {
  const [mapping, setMapping] = useState(read)
  const wrong = wrongWith(entity, mapping)
  const columns = columnsOf(entity).map(
    ({ key, heading, required }) => [key, required ? `${heading} *` : heading] as const,
  )
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        {Object.entries(mapping).map(([heading, chosen]) => (
          <LabelledSelect
            key={heading}
            label={heading}
            disabled={disabled}
            value={chosen}
            options={columns}
            onChange={(key) => setMapping({ ...mapping, [heading]: key })}
          >
            <option value="">Leses ikke</option>
          </LabelledSelect>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-warning" aria-live="polite">
          {wrong}
        </p>
        <Button disabled={disabled || wrong !== null} onClick={() => onApply(mapping)}>
          Les filen slik
        </Button>
      </div>
    </div>
  )
}

type Props = Omit<FieldsProps, 'mapping'> & {
  /** How the file was last read. */
  known: JobAnswer
  /** What the user chose for its columns. */
  chosen: Mapping
}

/** Which column is what: asked where some are missing, else there to be looked at and changed. */
export const ColumnsStep = ({ known, chosen, ...rest }: Props) => {
  const { id, state, headings, error, answer } = known
  const fields = (mapping: Mapping) => (
    <ColumnFields key={id} mapping={mappingOf(rest.entity, known, mapping)} {...rest} />
  )
  if (state === 'failed' && headings)
    return (
      <Step title="Hvilke kolonner er hva?">
        <p className="text-sm text-muted">
          {error?.split('. ')[0]}. Velg hva filens kolonner er. Det som ligner, er foreslått, og
          valgene huskes til neste fil med de samme overskriftene.
        </p>
        {fields(chosen)}
      </Step>
    )
  if (state === 'checked' && answer && isTable(answer))
    return (
      <details>
        <summary className="cursor-pointer text-sm font-medium">Kolonnene i filen</summary>
        <div className="pt-3">{fields({})}</div>
      </details>
    )
  return null
}
