import { useState } from 'react'
import type { ImportOptions } from '#contracts/csv/options.ts'
import { Labelled } from './import-fields.tsx'

type Props = {
  options: ImportOptions
  onChange: (options: ImportOptions) => void
  disabled: boolean
}

const counted = (text: string) => (/^\d{1,7}$/.test(text) ? Number(text) : undefined)
const percentIn = (text: string) =>
  /^\d{1,4}([.,]\d)?$/.test(text) ? Number(text.replace(',', '.')) : undefined

/** How many prices may move how far: the file is checked anew when both are said, or neither. */
export const PriceLimitFields = ({ options, onChange, disabled }: Props) => {
  const [count, setCount] = useState(String(options.maxMovedPrices ?? ''))
  const [percent, setPercent] = useState(String(options.movedPercent ?? '').replace('.', ','))
  const apply = () => {
    const maxMovedPrices = counted(count.trim())
    const movedPercent = percentIn(percent.trim())
    if ((maxMovedPrices === undefined) !== (movedPercent === undefined)) return
    if (maxMovedPrices === options.maxMovedPrices && movedPercent === options.movedPercent) return
    onChange({ ...options, maxMovedPrices, movedPercent })
  }
  const shared = {
    className: 'control',
    inputMode: 'decimal',
    autoComplete: 'off',
    onBlur: apply,
  } as const
  return (
    <fieldset className="flex flex-wrap gap-3" disabled={disabled}>
      <legend className="sr-only">Stopp når mange priser endres mye</legend>
      <Labelled label="Stopp hvis flere priser enn">
        <input
          {...shared}
          placeholder="Ingen grense"
          maxLength={7}
          value={count}
          onChange={({ target }) => setCount(target.value)}
        />
      </Labelled>
      <Labelled label="endres med mer enn (%)">
        <input
          {...shared}
          placeholder="Ingen grense"
          maxLength={6}
          value={percent}
          onChange={({ target }) => setPercent(target.value)}
        />
      </Labelled>
    </fieldset>
  )
}
