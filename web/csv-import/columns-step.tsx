import { useState } from 'react'
import { isTable } from '#contracts/csv/answer.ts'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import { columnsOf } from '#contracts/csv/columns.ts'
import type { Mapping } from '#contracts/csv/headings.ts'
import type { Entity } from '#contracts/entity.ts'
import { Button } from '../lib/button.tsx'
import { LabelledSelect } from '../lib/labelled.tsx'
import { Step } from './import-fields.tsx'
import { mappingOf, mappingProblem } from './mapping.ts'
import type { CsvImport } from './use-csv-import.ts'

type FieldsProps = { entity: Entity; work: CsvImport; read: Mapping }

const ColumnFields = ({ entity, work, read }: FieldsProps) => {
  const [mapping, setMapping] = useState(read)
  const wrong = mappingProblem(entity, mapping)
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
            disabled={work.busy}
            value={chosen}
            options={[['', 'Leses ikke'], ...columns]}
            onChange={(key) => setMapping({ ...mapping, [heading]: key })}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-warning" aria-live="polite">
          {wrong}
        </p>
        <Button
          aria-disabled={work.busy}
          disabled={!work.busy && wrong !== null}
          onClick={() => work.map(mapping)}
        >
          Les filen slik
        </Button>
      </div>
    </div>
  )
}

type Props = {
  entity: Entity
  work: CsvImport
  known: JobAnswer
}

/** The mapping of columns: required if columns are missing, otherwise a summary that can be changed. */
export const ColumnsStep = ({ entity, work, known }: Props) => {
  const { id, state, headings, error, answer } = known
  const fields = (chosen: Mapping) => {
    const read = mappingOf(entity, known, chosen)
    return <ColumnFields key={id} entity={entity} work={work} read={read} />
  }
  if (state === 'failed' && headings)
    return (
      <Step title="Hvilke kolonner er hva?">
        <p className="text-sm text-muted">
          {error?.split('. ')[0]}. Velg hva filens kolonner er. Det som ligner, er foreslått, og
          valgene huskes til neste fil med de samme overskriftene.
        </p>
        {fields(work.choices.mapping ?? {})}
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
