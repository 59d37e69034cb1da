import { decimalOf, type Decimal } from '../decimal.ts'

export const decimalMarks = [',', '.'] as const
export type DecimalMark = (typeof decimalMarks)[number]

export type NumberReading =
  /** `mark`: the decimal mark, if the form of the number shows it. */
  | { readonly number: Decimal; readonly mark: DecimalMark | null }
  /** "1.234" can be read with a decimal point or a thousands point. */
  | { readonly either: readonly [decimal: Decimal, thousands: Decimal]; readonly mark: DecimalMark }
  | { readonly wrong: 'not a number' | 'too many digits' }

const notANumber = { wrong: 'not a number' } as const
/** Thousands separators that cannot be decimal marks: spaces and the Swiss apostrophe. */
const space = "[ \\u00a0\\u2007\\u2009\\u202f'\u2019]"
const plain = /^\d+$/
const grouped = new RegExp(`^\\d{1,3}(?:${space}\\d{3})+(?:[.,]\\d+)?$`)
const spaces = new RegExp(space, 'g')
const oneMark = /^(\d*)([.,])(\d+)$/
const manyMarks = /^\d{1,3}([.,])\d{3}(?:\1\d{3})+$/
const bothMarks = /^\d{1,3}([.,])\d{3}(?:\1\d{3})*(?!\1)([.,])\d+$/
const mayBeThousands = /^[1-9]\d{0,2}$/
const dash = /[.,][-–—]$/

const exact = (digits: string, mark: DecimalMark | null): NumberReading => {
  const text = decimalOf(digits.replace(',', '.'))
  return decimalOf(Number(text)) === text ? { number: text, mark } : { wrong: 'too many digits' }
}

const other = (mark: DecimalMark): DecimalMark => (mark === ',' ? '.' : ',')

const unsigned = (body: string, sign: string): NumberReading => {
  if (plain.test(body)) return exact(sign + body, null)
  if (grouped.test(body)) {
    const digits = body.replace(spaces, '')
    return exact(sign + digits, (/[.,]/.exec(digits)?.[0] ?? null) as DecimalMark | null)
  }
  const one = oneMark.exec(body)
  if (one) {
    const [, whole, mark, fraction] = one as unknown as [string, string, DecimalMark, string]
    const number = `${sign}${whole}.${fraction}`
    return fraction.length === 3 && mayBeThousands.test(whole)
      ? { either: [decimalOf(number), decimalOf(sign + whole + fraction)], mark }
      : exact(number, mark)
  }
  const many = manyMarks.exec(body)
  if (many) return exact(sign + body.replace(/[.,]/g, ''), other(many[1] as DecimalMark))
  const both = bothMarks.exec(body)
  if (both) {
    const [, thousands, mark] = both as unknown as [string, DecimalMark, DecimalMark]
    return exact(sign + body.replaceAll(thousands, ''), mark)
  }
  return notANumber
}

export const formOf = (written: string): NumberReading => {
  if (written.length > 400) return notANumber
  const text = written.trim().replace('\u2212', '-').replace(dash, '')
  const sign = text.startsWith('-') ? '-' : ''
  return unsigned(text.slice(sign.length).trimStart(), sign)
}

export const markOf = (written: string): DecimalMark | null => {
  const form = formOf(written)
  return 'number' in form ? form.mark : null
}

export const readNumber = (written: string, mark: DecimalMark | null): NumberReading => {
  const reading = formOf(written)
  if (!('either' in reading) || mark === null) return reading
  const [decimal, thousands] = reading.either
  return { number: reading.mark === mark ? decimal : thousands, mark }
}

export const conventionOf = (seen: ReadonlySet<DecimalMark>): DecimalMark | null => {
  const [mark, ...others] = seen
  return mark !== undefined && others.length === 0 ? mark : null
}

/** Unambiguous to every reader: no thousands separators, never exactly three decimals after one to three digits. */
export const writeNumber = (value: number | Decimal, mark: DecimalMark): string => {
  const text = decimalOf(value)
  const unambiguous = /^-?[1-9]\d{0,2}\.\d{3}$/.test(text) ? `${text}0` : text
  return unambiguous.replace('.', mark)
}
