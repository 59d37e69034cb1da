import { useState } from 'react'
import { optionsSchema, type ImportOptions } from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import { capitalized } from '#contracts/text.ts'
import { LabelledInput, LabelledSelect } from '../lib/labelled.tsx'
import { PriceFileFields } from './price-file-fields.tsx'
import type { CsvImport } from './use-csv-import.ts'

type Props = { entity: Entity; work: CsvImport }

/** As many fields per line as fit. */
const fieldsLook = 'flex flex-wrap gap-3 [&>label]:flex-1 [&>label]:basis-44'

const CsvFields = ({ entity, work: { options, setOptions, isRunning } }: Props) => {
  const { csv, fields, noun } = entity
  const identifiers = csv?.identifiers ?? []
  const change = (some: Partial<ImportOptions>) => setOptions({ ...options, ...some })
  return (
    <fieldset disabled={isRunning} className={fieldsLook}>
      <LabelledSelect
        label={`${capitalized(noun.many)} som finnes fra før`}
        value={options.updateBehavior}
        options={[
          ['update', 'Oppdater dem'],
          ['skip', 'Hopp over dem'],
        ]}
        onChange={(updateBehavior) => change({ updateBehavior })}
      />
      {identifiers.length > 1 && (
        <LabelledSelect
          label="Unik nøkkel"
          // Sent only if the user chose it: then the server refuses a file without that column.
          value={options.uniqueIdentifier ?? identifiers[0]!}
          options={identifiers.map((key) => [key, fields[key]!.label])}
          onChange={(uniqueIdentifier) => change({ uniqueIdentifier })}
        />
      )}
      <LabelledSelect
        label="En tom celle"
        value={options.emptyCells}
        options={[
          ['keep', 'Lar feltet stå'],
          ['clear', 'Tømmer feltet'],
        ]}
        onChange={(emptyCells) => change({ emptyCells })}
      />
    </fieldset>
  )
}

const { maxMovedPrices: mostOf, movedPercent: percentOf } = optionsSchema.shape

/** Limits of price changes: a valid pair of percent and count, or neither, starts a new check. */
const PriceLimitFields = ({ work: { options, setOptions, isRunning } }: Props) => {
  const [count, setCount] = useState(String(options.maxMovedPrices ?? ''))
  const [percent, setPercent] = useState(String(options.movedPercent ?? '').replace('.', ','))
  const apply = () => {
    const maxMovedPrices = mostOf.safeParse(count.trim()).data
    const movedPercent = percentOf.safeParse(percent.trim()).data
    if ((maxMovedPrices === undefined) !== (movedPercent === undefined)) return
    if (maxMovedPrices === options.maxMovedPrices && movedPercent === options.movedPercent) return
    setOptions({ ...options, maxMovedPrices, movedPercent })
  }
  const limit = (label: string, text: string, setText: (text: string) => void, length: number) => (
    <LabelledInput
      label={label}
      inputMode="decimal"
      placeholder="Ingen grense"
      maxLength={length}
      value={text}
      onChange={setText}
      onBlur={apply}
    />
  )
  return (
    <fieldset disabled={isRunning} className={fieldsLook}>
      <legend className="sr-only">Stopp når mange priser endres mye</legend>
      {limit('Stopp hvis flere priser enn', count, setCount, 7)}
      {limit('endres med mer enn (%)', percent, setPercent, 6)}
    </fieldset>
  )
}

export const OptionFields = (props: Props) => {
  const Fields = props.work.kind === 'priceFile' ? PriceFileFields : CsvFields
  return (
    <div className="flex flex-col gap-3">
      <Fields {...props} />
      {props.entity.priced && <PriceLimitFields {...props} />}
    </div>
  )
}
