import { useEffect, useRef, type InputEvent } from 'react'
import { useController } from 'react-hook-form'
import { useFieldAttributes } from '../lib/form/field-row.tsx'
import { notANumber } from '../lib/form/draft.ts'
import type { ControlProps } from './control.ts'

type Props = Omit<ControlProps, 'field'> & {
  step?: number
  min?: number
  unit?: string | undefined
  placeholder?: string | undefined
}

/** A browser in English drops the comma, and "12,5" would be 125: every browser takes the point. */
const commaAsPoint = (event: InputEvent<HTMLInputElement>) => {
  if (!event.data.includes(',')) return
  event.preventDefault()
  // Nothing else puts text where the cursor is in a number input, which tells nobody where that is.
  document.execCommand('insertText', false, event.data.replaceAll(',', '.'))
}

/**
 * The browser gives '' for what it cannot read as a number; saved as such, a slip of the finger would
 * clear the field. So the input keeps its own text, and the draft says that it is no number.
 */
export const NumberInput = ({ name, step = 0.01, min, unit, placeholder }: Props) => {
  const {
    field: { ref, value, onBlur, onChange },
  } = useController({ name })
  const own = useRef<HTMLInputElement>(null)
  const text = value as string
  // A value that was set, not typed.
  useEffect(() => {
    const input = own.current
    if (!input || text === notANumber) return
    if (input.value !== text || input.validity.badInput) input.value = text
  }, [text])
  const input = (
    <input
      type="number"
      inputMode="decimal"
      step={step}
      min={min}
      placeholder={placeholder}
      className="control tabular-nums"
      {...useFieldAttributes()}
      name={name}
      ref={(input) => {
        own.current = input
        ref(input)
      }}
      onBlur={onBlur}
      onBeforeInput={commaAsPoint}
      defaultValue={text}
      onChange={({ target }) => onChange(target.validity.badInput ? notANumber : target.value)}
      // Scrolling past a focused number input would change it unseen.
      onWheel={({ currentTarget }) => currentTarget.blur()}
    />
  )
  if (!unit) return input
  return (
    <div className="relative [&>input]:pr-14">
      {input}
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-sm text-faint"
      >
        {unit}
      </span>
    </div>
  )
}

export const NumberControl = ({ name, field }: ControlProps) => (
  <NumberInput name={name} unit={field.unit} placeholder={field.placeholder} />
)
