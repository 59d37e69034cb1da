import type { ComponentProps, KeyboardEvent } from 'react'
import { quantityLimits } from '#contracts/assembly/link-kinds.ts'
import { quantityOf } from './candidates.ts'

const { max } = quantityLimits
const signs: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 }

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
