import type { JobAnswer } from '#contracts/csv/answer.ts'
import type { Mapping } from '#contracts/csv/headings.ts'
import type { Entity } from '#contracts/entity.ts'
import { ColumnFields } from './column-fields.tsx'
import { mappingOf } from './mapping.ts'
import { Step } from './step.tsx'

type Props = {
  entity: Entity
  /** How the file was last read. */
  known: JobAnswer
  /** What has been said of its columns. */
  said: Mapping
  onApply: (mapping: Mapping) => void
  disabled: boolean
}

/** Which column is what: asked where some are missing, else there to be looked at and changed. */
export const ColumnsStep = ({ known, said, ...rest }: Props) => {
  const { state, headings, error, answer } = known
  const fields = (mapping: Mapping) => (
    <ColumnFields key={known.id} mapping={mappingOf(rest.entity, known, mapping)} {...rest} />
  )
  if (state === 'failed' && headings)
    return (
      <Step title="Hvilke kolonner er hva?">
        <p className="text-sm text-muted">
          {error?.split('. ')[0]}. Velg hva filens kolonner er. Det som ligner, er foreslått, og
          valgene huskes til neste fil med de samme overskriftene.
        </p>
        {fields(said)}
      </Step>
    )
  if (state === 'checked' && answer?.understood.format === 'csv')
    return (
      <details>
        <summary className="cursor-pointer text-sm font-medium">Kolonnene i filen</summary>
        <div className="pt-3">{fields({})}</div>
      </details>
    )
  return null
}
