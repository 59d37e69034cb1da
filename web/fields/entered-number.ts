import { bareAmount } from '#contracts/csv/amounts.ts'
import { formOf } from '#contracts/csv/numbers.ts'

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
export const hasMarks = (text: string): boolean => marksOf(text).length > 1

/** Whether only one of its marks can be for the decimals, and it is not to be seen which: "1.2.5". */
export const isDoubtful = (text: string): boolean =>
  hasMarks(text) && 'wrong' in formOf(bareAmount(text))
