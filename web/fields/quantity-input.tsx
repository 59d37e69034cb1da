import type { ComponentProps, KeyboardEvent } from 'react'
import { quantityLimits } from '#contracts/assembly/link-kinds.ts'

const { min, max } = quantityLimits

/** The value of an 'Antall' field; an invalid text counts as 1. */
export const quantityOf = (typed: string): number => {
  const value = Number(typed.trim().replaceAll(/[\s\u00a0]/g, ''))
  return Number.isInteger(value) && value >= min && value <= max ? value : 1
}

/** Of the keys that step a number. */
export const signs: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 }

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string
  onChange: (typed: string) => void
}

/** A text input: a number input drops the comma in some languages, so 12,5 would become 125. */
export const QuantityInput = ({ value, onChange, className = '', ...rest }: Props) => {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const sign = signs[event.key]
    if (!sign) return rest.onKeyDown?.(event)
    event.preventDefault()
    onChange(String(quantityOf(`${Math.min(max, quantityOf(value) + sign)}`)))
  }
  return (
    <input
      onBlur={() => onChange(String(quantityOf(value)))}
      {...rest}
      role="spinbutton"
      inputMode="numeric"
      autoComplete="off"
      aria-valuenow={quantityOf(value)}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={onKeyDown}
      className={`control tabular-nums ${className}`}
    />
  )
}
