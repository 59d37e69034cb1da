import { useId } from 'react'
import { longestReason } from '#contracts/fields.ts'
import { Labelled } from './import-fields.tsx'

type Props = { value: string; onChange: (value: string) => void; why?: string }

/** Why the file is imported: asked when it is known what the import will do. */
export const ReasonField = ({ value, onChange, why = 'hvorfor filen importeres' }: Props) => {
  const hint = useId()
  return (
    <div>
      <Labelled label="Begrunnelse">
        <input
          className="control"
          autoComplete="off"
          maxLength={longestReason}
          aria-describedby={hint}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </Labelled>
      <p id={hint} className="mt-1 text-xs text-muted">
        Valgfritt: {why}. Blir stående i historikken.
      </p>
    </div>
  )
}
