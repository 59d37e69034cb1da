import {
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type InputEvent,
  type KeyboardEvent,
} from 'react'
import { useController } from 'react-hook-form'
import { bareAmount } from '#contracts/csv/amounts.ts'
import { formOf } from '#contracts/csv/numbers.ts'
import { useFieldAttributes } from './field-row.tsx'
import type { ControlProps } from './basic-controls.tsx'

/** The form value while the input holds something that is not a number. */
export const notANumber = 'NaN'

const marksOf = (text: string): readonly string[] => text.match(/[.,]/g) ?? []

/** Uses a decimal point and no thousands separators. A repeated mark, or one before another kind, is a separator. */
export const enteredNumber = (text: string): string => {
  const marks = marksOf(text)
  const last = marks.at(-1)
  if (last === undefined) return text
  const isRepeated = marks.filter((mark) => mark === last).length > 1
  const between = (one: string) => one.replaceAll(/[.,\s]/g, '')
  if (isRepeated) return between(text)
  const at = text.lastIndexOf(last)
  return `${between(text.slice(0, at))}.${between(text.slice(at + 1))}`
}

const hasMarks = (text: string): boolean => marksOf(text).length > 1

/** True if no valid number has these marks, such as "1.2.5". */
export const isAmbiguous = (text: string): boolean =>
  hasMarks(text) && 'wrong' in formOf(bareAmount(text))

const valueOf = (text: string): string => {
  if (text.trim() === '') return ''
  const form = formOf(bareAmount(text))
  if ('number' in form) return form.number
  return 'either' in form ? form.either[0] : notANumber
}

/** The only way to insert text into a number input as if it were typed. */
const insert = (text: string) => document.execCommand('insertText', false, text)

/**
 * English browsers drop the comma ("12,5" becomes 125), and all drop a second mark: so convert all typed text again.
 */
const useTypedNumber = () => {
  const typed = useRef('')
  const onBeforeInput = (event: InputEvent<HTMLInputElement>) => {
    const before = typed.current
    typed.current += event.data
    const all = enteredNumber(typed.current)
    const isSecond = before !== '' && hasMarks(typed.current)
    const entered = enteredNumber(event.data)
    if (!isSecond && entered === event.data) return
    event.preventDefault()
    if (isSecond) event.currentTarget.select()
    insert(isSecond ? all : entered)
  }
  /** A different number in the input means that the cursor was moved or text deleted: start again. */
  const isTypedAmbiguous = ({ valueAsNumber }: HTMLInputElement) => {
    if (Number(enteredNumber(typed.current)) !== valueAsNumber) typed.current = ''
    return isAmbiguous(typed.current)
  }
  const forget = () => {
    typed.current = ''
  }
  const ambiguous = () => (isAmbiguous(typed.current) ? typed.current : null)
  return { onBeforeInput, isTypedAmbiguous, ambiguous, forget }
}

/**
 * Browsers report '' for text that is not a number, which would clear the field. So the form value is 'NaN' instead.
 * Left, or sent by Enter, with an ambiguous number such as "1.2.3", the control becomes a text input that shows it as typed.
 */
const useNumberField = (name: string) => {
  const { field } = useController({ name })
  const value = field.value as string
  const { onBeforeInput, isTypedAmbiguous, ambiguous, forget } = useTypedNumber()
  const [kept, setKept] = useState<string | null>(null)
  const wrong = kept !== null && valueOf(kept) === value ? kept : null
  const keep = () => setKept(value === notANumber ? (wrong ?? ambiguous()) : null)
  const onBlur = () => {
    keep()
    field.onBlur()
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') keep()
  }
  const onNumber = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setKept(null)
    field.onChange(target.validity.badInput || isTypedAmbiguous(target) ? notANumber : target.value)
  }
  const onText = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setKept(target.value)
    field.onChange(valueOf(target.value))
  }
  const handlers =
    wrong === null
      ? ({ type: 'number', onBeforeInput, onChange: onNumber } as const)
      : ({ type: 'text', onChange: onText } as const)
  return {
    ref: field.ref,
    text: wrong ?? value,
    input: { ...handlers, onFocus: forget, onBlur, onKeyDown },
  }
}

export const NumberControl = ({ name, field }: ControlProps) => {
  const { unit, placeholder, least, step = 0.01 } = field
  const own = useRef<HTMLInputElement>(null)
  const { ref, text, input: attributes } = useNumberField(name)
  // Write the initial value, and values set by code, to the uncontrolled input.
  useLayoutEffect(() => {
    const input = own.current
    if (!input || text === notANumber) return
    if (input.value !== text || input.validity.badInput) input.value = text
  }, [text])
  const input = (
    <input
      inputMode="decimal"
      step={step}
      min={least}
      placeholder={placeholder}
      className="control tabular-nums"
      {...useFieldAttributes()}
      name={name}
      ref={(input) => {
        own.current = input
        ref(input)
      }}
      {...attributes}
      // Otherwise scrolling would change the number of a focused input.
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
