import type { ReactNode } from 'react'
import type { ImportOptions } from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import { Select } from '../fields/select.tsx'
import { capitalised } from '../lib/words.ts'

type Props = {
  entity: Entity
  options: ImportOptions
  onChange: (options: ImportOptions) => void
  disabled: boolean
}

const behaviors = { update: 'Oppdater dem', skip: 'Hopp over dem' } as const
const emptyCells = { keep: 'Lar feltet stå', clear: 'Tømmer feltet' } as const

export const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <label className="flex min-w-0 flex-1 basis-44 flex-col gap-1 text-sm">
    <span className="text-muted">{label}</span>
    {children}
  </label>
)

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

/** How rows and records are to be matched, and what happens to those that match. */
export const OptionFields = ({ entity, options, onChange, disabled }: Props) => {
  const identifiers = entity.csv?.identifiers ?? []
  return (
    <div className="flex flex-wrap gap-3">
      <Labelled label={`${capitalised(entity.noun.many)} som finnes fra før`}>
        <Select
          disabled={disabled}
          value={options.updateBehavior}
          onChange={({ target }) =>
            onChange({
              ...options,
              updateBehavior: target.value as ImportOptions['updateBehavior'],
            })
          }
        >
          {choicesOf(behaviors)}
        </Select>
      </Labelled>
      {identifiers.length > 1 && (
        <Labelled label="Unik nøkkel">
          <Select
            disabled={disabled}
            // Sent only once it is chosen: a file without it is then refused, not matched by another.
            value={options.uniqueIdentifier ?? identifiers[0]}
            onChange={({ target }) => onChange({ ...options, uniqueIdentifier: target.value })}
          >
            {choicesOf(
              Object.fromEntries(identifiers.map((key) => [key, entity.fields[key]!.label])),
            )}
          </Select>
        </Labelled>
      )}
      <Labelled label="En tom celle">
        <Select
          disabled={disabled}
          value={options.emptyCells}
          onChange={({ target }) =>
            onChange({ ...options, emptyCells: target.value as ImportOptions['emptyCells'] })
          }
        >
          {choicesOf(emptyCells)}
        </Select>
      </Labelled>
    </div>
  )
}
