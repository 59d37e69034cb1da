import Big from 'big.js'

/** An exact decimal as text, without exponent or needless zeros: "1234.5". Events and money hold these. */
export type Decimal = string

/** A JSON number of at most 15 significant digits has exactly one such text, so nothing is lost here. */
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

export const times = (a: Decimal, b: Decimal): Decimal => decimalOf(new Big(a).times(b).toFixed())
/** To 20 decimals. */
export const dividedBy = (a: Decimal, b: Decimal): Decimal => decimalOf(new Big(a).div(b).toFixed())

/** Half up, as staff round by hand: 1.005 becomes 1.01. For display only. */
export const rounded = (value: Decimal, decimals: number): string =>
  new Big(value).round(decimals, Big.roundHalfUp).toFixed(decimals)
