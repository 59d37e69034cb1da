import { number } from '../lib/format.ts'
import type { Line } from './order.ts'

/** Windows does not pass longer URLs to a mail program. */
const maxLength = 2_000
const maxSubject = 100

export type Draft = {
  readonly href: string
  /** The number of lines that did not fit. */
  readonly leftOut: number
}

const lineText = (line: Line): string => {
  const { quantity, unit, description, supplierArticlenumber, electricalNumber } = line
  const numbers = [
    supplierArticlenumber && `art.nr. ${supplierArticlenumber}`,
    electricalNumber && `El-nr. ${electricalNumber}`,
  ].filter(Boolean)
  const named = numbers.length > 0 ? ` (${numbers.join(', ')})` : ''
  return `${number(quantity)} ${unit} ${description}${named}\r\n`
}

const leftOutText = (leftOut: number): string =>
  `… og ${leftOut} ${leftOut === 1 ? 'linje' : 'linjer'} til, se vedlagt liste.\r\n`

/** encodeURIComponent throws if the text was cut in the middle of a surrogate pair. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/** A mailto link with as many lines as the URL has room for. */
export const draftOf = (address: string, purpose: string, lines: readonly Line[]): Draft => {
  const subject = `Bestilling: ${purpose}`
  const short = subject.length > maxSubject ? `${subject.slice(0, maxSubject - 1)}…` : subject
  const to = encoded(address).replaceAll('%40', '@')
  const start = `mailto:${to}?subject=${encoded(short)}&body=${encoded('Hei,\r\n\r\nvi vil bestille:\r\n\r\n')}`
  const texts = lines.map((line) => encoded(lineText(line)))
  const whole = start + texts.join('')
  if (whole.length <= maxLength) return { href: whole, leftOut: 0 }
  let room = maxLength - start.length - encoded(leftOutText(lines.length)).length
  const cut = texts.findIndex((text) => (room -= text.length) < 0)
  const leftOut = lines.length - cut
  return { href: start + texts.slice(0, cut).join('') + encoded(leftOutText(leftOut)), leftOut }
}
