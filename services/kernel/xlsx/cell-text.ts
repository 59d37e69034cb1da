import { dateFromSerial } from 'numfmt'
import { decimalOf } from '#contracts/decimal.ts'
import { plainNumber, type NumberFormat } from './number-formats.ts'
import { unescapeText } from './texts.ts'
import { isTrue } from './xml.ts'

export type Cell = {
  readonly type: string
  readonly style: number
  readonly value: string
  readonly inline: string
  readonly hasFormula: boolean
}

export type NumberCell = {
  /** With a decimal point. */
  readonly value: string
  /** What the sheet shows, if its format may change it. */
  readonly shown?: () => string
}

export type CellReading = {
  readonly text: string
  readonly number?: NumberCell
  readonly fault?: string
}

export type Meanings = {
  readonly strings: readonly string[]
  readonly formats: readonly NumberFormat[]
  /** Serial dates start in 1904 (old Mac files). */
  readonly from1904: boolean
  /** The values of formulas are placeholders until a spreadsheet has opened the file. */
  readonly isUncalculated: boolean
}

const daysTo1904 = 1_462

const two = (number: number) => String(number).padStart(2, '0')

const dateText = (serial: number, from1904: boolean): string => {
  const [year, month, date, ...time] = dateFromSerial(from1904 ? serial + daysTo1904 : serial)
  const day = `${year}-${two(month)}-${two(date)}`
  const clock = time.map(two).join(':')
  if (serial < 1) return clock
  return clock === '00:00:00' ? day : `${day} ${clock}`
}

/** Excel stores 15 significant digits, the rest is rounding. Other programs store longer integers. */
const exact = (written: string): string =>
  decimalOf(/^-?\d+$/.test(written) ? written : Number(Number(written).toPrecision(15)))

/** Number() also takes hexadecimal. */
const numeric = /^[-+\d.e\s]+$/i

const damaged = (value: string, what: string): CellReading => ({
  text: value,
  fault: `Cellen er skadet: ${what}`,
})

const numberText = ({ value, style }: Cell, { formats, from1904 }: Meanings): CellReading => {
  const number = Number(value)
  if (!numeric.test(value) || !Number.isFinite(number))
    return damaged(value, 'tallet kan ikke leses')
  const format = formats[style] ?? plainNumber
  const shown = 'shown' in format && format.shown
  const cell = { value: exact(value), ...(shown && { shown: () => shown(number) }) }
  switch (format.kind) {
    case 'date':
      return number < 0
        ? { text: value, fault: 'Cellen er en dato før 1900' }
        : { text: dateText(number, from1904) }
    case 'code':
      return Number.isInteger(number)
        ? { text: format.shown(number) }
        : { text: cell.value, number: cell }
    case 'amount':
      return { text: `${cell.value} ${format.currency}`, number: cell }
    case 'number':
      return { text: cell.value, number: cell }
  }
}

const flagText = ({ value }: Cell): CellReading => {
  if (isTrue(value)) return { text: 'SANN' }
  return value === '0' || value === 'false'
    ? { text: 'USANN' }
    : damaged(value, 'verdien er verken sann eller usann')
}

const midnight = /T00:00(:00(\.0+)?)?Z?$/

const readers: Readonly<Record<string, (cell: Cell, meanings: Meanings) => CellReading>> = {
  n: numberText,
  s: ({ value }, { strings }) => {
    const text = strings[Number(value)]
    return text === undefined ? damaged('', 'teksten mangler') : { text }
  },
  str: ({ value }) => ({ text: unescapeText(value) }),
  inlineStr: ({ inline }) => ({ text: inline }),
  b: flagText,
  d: ({ value }) => ({ text: value.replace(midnight, '').replace('T', ' ') }),
  e: ({ value }) => ({ text: value, fault: `Cellen har feilen ${value} i Excel` }),
}

const notCalculated: CellReading = {
  text: '',
  fault: 'Formelen har ingen lagret verdi. Åpne filen i Excel, lagre den, og prøv igjen',
}

const placeholder: CellReading = {
  text: '',
  fault: 'Formelen er ikke regnet ut. Åpne filen i Excel, lagre den, og prøv igjen',
}

/** Numbers keep all digits, codes keep their leading zeros, dates become ISO. */
export const cellText = (cell: Cell, meanings: Meanings): CellReading => {
  const { type, value, hasFormula } = cell
  if (hasFormula && meanings.isUncalculated) return placeholder
  if (value === '' && type !== 'inlineStr')
    return hasFormula && type !== 'str' ? notCalculated : { text: '' }
  const read = readers[type]
  return read ? read(cell, meanings) : { text: value, fault: 'Cellen er av en ukjent type' }
}
