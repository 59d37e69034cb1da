import Big from 'big.js'

/** Exact decimal text without exponent or trailing zeros: "1234.5". Events and money use it. */
export type Decimal = string

/** Exact for JSON numbers of up to 15 significant digits. */
export const decimalOf = (value: number | string): Decimal => {
  const text = new Big(value).toFixed()
  return text === '-0' ? '0' : text
}

export const decimalOrNull = (value: number | null): Decimal | null =>
  value === null ? null : decimalOf(value)
export const numberOrNull = (value: Decimal | number | null): number | null =>
  value === null ? null : Number(value)

export const decimalsOf = (value: number | string): number =>
  decimalOf(value).split('.')[1]?.length ?? 0

export const minus = (a: Decimal, b: Decimal): Decimal => decimalOf(new Big(a).minus(b).toFixed())
export const times = (a: Decimal, b: Decimal): Decimal => decimalOf(new Big(a).times(b).toFixed())
/** Rounded to 20 decimals. */
export const dividedBy = (a: Decimal, b: Decimal): Decimal => decimalOf(new Big(a).div(b).toFixed())

/** Rounds half up, as staff do by hand: 1.005 becomes 1.01. For display only. */
export const rounded = (value: Decimal, decimals: number): string =>
  new Big(value).round(decimals, Big.roundHalfUp).toFixed(decimals)
