import { useLayoutEffect, useRef, type InputEvent } from 'react'
import { useController } from 'react-hook-form'
import { bareAmount } from '#contracts/csv/amounts.ts'
import { formOf } from '#contracts/csv/numbers.ts'
import { useFieldAttributes } from './field-row.tsx'
import type { ControlProps } from './basic-controls.tsx'

/** What a number input reports while it holds something that is no number. */
export const notANumber = 'NaN'

const marksOf = (text: string): readonly string[] => text.match(/[.,]/g) ?? []

/**
 * Text that comes into a number input, with a point for the decimals and nothing between thousands. A mark
 * that comes before another kind, or more than once, stands between thousands: "1.234,50" is 1234.50.
 */
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

/** Whether it has more marks than a number has for its decimals. */
const hasMarks = (text: string): boolean => marksOf(text).length > 1

/** Whether only one of its marks can be for the decimals, and it is not to be seen which: "1.2.5". */
export const isDoubtful = (text: string): boolean =>
  hasMarks(text) && 'wrong' in formOf(bareAmount(text))

type Props = Omit<ControlProps, 'field'> & {
  step?: number
  min?: number
  unit?: string | undefined
  placeholder?: string | undefined
}

/** Nothing else puts text into a number input as if it were typed. */
const insert = (text: string) => document.execCommand('insertText', false, text)

/**
 * A browser in English drops the comma, and "12,5" would be 125; all drop a second point, and "1.234,50"
 * would be 1.2345. Every browser takes the point, once. Gives whether what was typed is in doubt: only a
 * second mark tells what the first one was, so all that was typed without a break is kept.
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
  /** What is there is more than what was typed, or less, once the cursor was moved or something deleted. */
  const isInDoubt = ({ valueAsNumber }: HTMLInputElement) => {
    if (Number(enteredNumber(typed.current)) !== valueAsNumber) typed.current = ''
    return isDoubtful(typed.current)
  }
  const forget = () => {
    typed.current = ''
  }
  return { onBeforeInput, isInDoubt, forget }
}

/**
 * The browser gives '' for what it cannot read as a number; saved as such, a slip of the finger would
 * clear the field. So the input keeps its own text, and the form's value says that it is no number.
 */
export const NumberInput = ({ name, step = 0.01, min, unit, placeholder }: Props) => {
  const {
    field: { ref, value, onBlur, onChange },
  } = useController({ name })
  const own = useRef<HTMLInputElement>(null)
  const { onBeforeInput, isInDoubt, forget } = useTypedNumber()
  const text = value as string
  // What it starts from, and a value that was set, not typed.
  useLayoutEffect(() => {
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
      onFocus={forget}
      onBlur={onBlur}
      onBeforeInput={onBeforeInput}
      onChange={({ target }) =>
        onChange(target.validity.badInput || isInDoubt(target) ? notANumber : target.value)
      }
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
