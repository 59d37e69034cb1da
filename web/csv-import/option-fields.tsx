import type { ImportOptions } from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import { capitalise } from '../lib/text.ts'
import type { ImportKind } from './file-drop.tsx'
import { LabelledSelect } from './import-fields.tsx'
import { PriceFileFields } from './price-file-fields.tsx'
import { PriceLimitFields } from './price-limit-fields.tsx'

type Props = {
  entity: Entity
  options: ImportOptions
  onChange: (options: ImportOptions) => void
  disabled: boolean
}

/** How rows and records are to be matched, and what happens to those that match. */
const CsvFields = ({ entity, options, onChange, disabled }: Props) => {
  const { csv, fields, noun } = entity
  const identifiers = csv?.identifiers ?? []
  const change = (some: Partial<ImportOptions>) => onChange({ ...options, ...some })
  return (
    <div className="flex flex-wrap gap-3">
      <LabelledSelect
        label={`${capitalise(noun.many)} som finnes fra før`}
        disabled={disabled}
        value={options.updateBehavior}
        options={{ update: 'Oppdater dem', skip: 'Hopp over dem' }}
        onChange={(updateBehavior) => change({ updateBehavior })}
      />
      {identifiers.length > 1 && (
        <LabelledSelect
          label="Unik nøkkel"
          disabled={disabled}
          // Sent only once it is chosen: a file without it is then refused, not matched by another.
          value={options.uniqueIdentifier ?? identifiers[0]!}
          options={Object.fromEntries(identifiers.map((key) => [key, fields[key]!.label]))}
          onChange={(uniqueIdentifier) => change({ uniqueIdentifier })}
        />
      )}
      <LabelledSelect
        label="En tom celle"
        disabled={disabled}
        value={options.emptyCells}
        options={{ keep: 'Lar feltet stå', clear: 'Tømmer feltet' }}
        onChange={(emptyCells) => change({ emptyCells })}
      />
    </div>
  )
}

export const OptionFields = ({ kind, ...props }: Props & { kind: ImportKind }) => {
  const Fields = kind === 'priceFile' ? PriceFileFields : CsvFields
  return (
    <div className="flex flex-col gap-3">
      <Fields {...props} />
      {props.entity.priced && <PriceLimitFields {...props} />}
    </div>
  )
}
