/**
 * Text that comes into a number input, with a point for the decimals and nothing between thousands. A mark
 * that comes before another kind, or more than once, stands between thousands: "1.234,50" is 1234.50.
 */
export const enteredNumber = (text: string): string => {
  const marks = text.match(/[.,]/g) ?? []
  const last = marks.at(-1)
  if (last === undefined) return text
  const isRepeated = marks.filter((mark) => mark === last).length > 1
  const between = (one: string) => one.replaceAll(/[.,\s]/g, '')
  if (isRepeated) return between(text)
  const at = text.lastIndexOf(last)
  return `${between(text.slice(0, at))}.${between(text.slice(at + 1))}`
}
