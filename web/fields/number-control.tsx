import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { bareAmount } from '#contracts/csv/amounts.ts'
import { formOf } from '#contracts/csv/numbers.ts'
import { decimalOf, minus } from '#contracts/decimal.ts'
import { useFieldAttributes } from './field-row.tsx'
import type { ControlProps } from './basic-controls.tsx'
import { signs } from './quantity-input.tsx'

/** The form value while the input holds something that is not a number. */
export const notANumber = 'NaN'

/** Reads Norwegian, English and spreadsheet notation. A point or comma that could be either is a decimal mark. */
export const enteredNumber = (text: string): string => {
  if (text.trim() === '') return ''
  const form = formOf(bareAmount(text))
  if ('number' in form) return form.number
  return 'either' in form ? form.either[0] : notANumber
}

const textOf = (value: string): string => (value === notANumber ? '' : value.replace('.', ','))

type UnitProps = { unit: string | undefined; children: ReactNode }

const WithUnit = ({ unit, children }: UnitProps) =>
  unit ? (
    <div className="relative [&>input]:pr-14">
      {children}
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-sm text-faint"
      >
        {unit}
      </span>
    </div>
  ) : (
    children
  )

/** A text input: number inputs drop the mark that the browser's language does not use, so 12,5 would become 125. */
export const NumberControl = ({ name, field: { unit, placeholder, ...field } }: ControlProps) => {
  const { least = -Infinity, step = 0.01 } = field
  const { ref, value, onChange, onBlur } = useController<Record<string, string>>({ name }).field
  const [typed, setTyped] = useState('')
  const isNumber = value !== '' && value !== notANumber
  const onKeyDown = (event: KeyboardEvent) => {
    const sign = signs[event.key]
    if (!sign || value === notANumber) return
    event.preventDefault()
    const next = minus(value || '0', decimalOf(-sign * step))
    if (Number(next) >= least) onChange(next)
  }
  return (
    <WithUnit unit={unit}>
      <input
        role="spinbutton"
        inputMode="decimal"
        autoComplete="off"
        placeholder={placeholder}
        className="control tabular-nums"
        aria-valuenow={isNumber ? Number(value) : undefined}
        {...useFieldAttributes()}
        name={name}
        ref={ref}
        value={enteredNumber(typed) === value ? typed : textOf(value)}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(enteredNumber(target.value))
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          // Shows how the number was read; what is no number stays as it was typed.
          if (isNumber) setTyped('')
          onBlur()
        }}
      />
    </WithUnit>
  )
}
