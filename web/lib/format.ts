import { decimalOf, rounded } from '#contracts/decimal.ts'

/** A text that is no time, as an address may have, is left as it is. */
const datesAs = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('nb-NO', options)
  return (text: string): string => {
    const at = new Date(text)
    return Number.isNaN(at.getTime()) ? text : format.format(at)
  }
}

const dateOfDay = datesAs({ dateStyle: 'medium', timeZone: 'UTC' })
const dateOfInstant = datesAs({ dateStyle: 'medium' })
const isInstant = (text: string) => text.includes('T')

/** Of a day, or of an instant in the time zone of the browser. */
export const date = (text: string): string => (isInstant(text) ? dateOfInstant : dateOfDay)(text)
export const dateTime = datesAs({ dateStyle: 'medium', timeStyle: 'short' })
/** For example '1. januar 2027'. */
export const day = datesAs({ dateStyle: 'long', timeZone: 'UTC' })
/** For example '01.01.27'. */
export const shortDay = datesAs({
  day: '2-digit',
  month: '2-digit',
  year: '2-digit',
  timeZone: 'UTC',
})
/** An instant with its time, a day without. */
export const dayOrTime = (text: string): string => (isInstant(text) ? dateTime : date)(text)

const whole = new Intl.NumberFormat('nb-NO')
const upTo15 = new Intl.NumberFormat('nb-NO', { maximumFractionDigits: 15 })

/** 1234.5 becomes '1 234,5'. A string of digits is exact also beyond 2^53. */
export const number = (value: number | string): string =>
  typeof value === 'number' ? upTo15.format(value) : whole.format(BigInt(value))

type Delivery = { readonly minimumOrder: number | null; readonly leadTime: number | null }

export { count, counted } from '#contracts/counted.ts'

/** For example 'minst 100' and '21 dager'. */
export const deliveryTexts = ({ minimumOrder, leadTime }: Delivery): readonly string[] => [
  ...(minimumOrder === null ? [] : [`minst\u00a0${number(minimumOrder)}`]),
  ...(leadTime === null ? [] : [`${number(leadTime)}\u00a0${leadTime === 1 ? 'dag' : 'dager'}`]),
]

const withDecimals = (decimals: number) =>
  new Intl.NumberFormat('nb-NO', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
// Creating an Intl.NumberFormat is slow.
const made = { 1: withDecimals(1), 2: withDecimals(2) }

/** Rounds half up in exact decimals: 1.005 becomes '1,01'. */
export const fixed = (value: number | string, decimals: 1 | 2): string =>
  made[decimals].format(rounded(decimalOf(value), decimals) as Intl.StringNumericLiteral)

export const currencyText = (currency: string): string => (currency === 'NOK' ? 'kr' : currency)

/** For example '1 234,50 kr' for NOK, or '1 234,50 EUR'; always two decimals. */
export const money = (value: number | string, currency = 'NOK'): string =>
  `${fixed(value, 2)}\u00a0${currencyText(currency)}`

const upTo4 = new Intl.NumberFormat('nb-NO', { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** All decimals: 0.1234 becomes '0,1234'. */
export const price = (value: number | string): string =>
  upTo4.format(value as Intl.StringNumericLiteral)

export const exactMoney = (value: number | string, currency: string): string =>
  `${price(value)}\u00a0${currencyText(currency)}`

/** A cost has two decimals, or four where two would make it zero: 0.004 becomes '0,004 kr'. */
export const costMoney = (value: number | string, currency = 'NOK'): string =>
  (Number(rounded(decimalOf(value), 2)) === 0 ? exactMoney : money)(value, currency)
