import Big from 'big.js'
import { commonDivisor } from '#contracts/units.ts'
import { exact, times, type Exact } from '#graph/exact.ts'

// Money is a whole number of ten-thousandths.
const scale = 10_000

/** Converts "1234.5" to 12345000. Rounds half up to 4 decimals. */
export const scaled = (decimal: string): Exact =>
  exact(new Big(decimal).times(scale).round(0, Big.roundHalfUp).toFixed())

/** Converts 12345000 to "1234.5". */
export const unscaled = (value: Exact): string => new Big(String(value)).div(scale).toFixed()

export const scaledProduct = (a: Exact, b: Exact): Exact =>
  exact((BigInt(a) * BigInt(b) + BigInt(scale / 2)) / BigInt(scale))

/** Rounds half up. For non-negative values. */
export const quotient = (value: Exact, per: Exact): Exact => {
  if (per === 1) return value
  const divisor = BigInt(per)
  return exact((2n * BigInt(value) + divisor) / (2n * divisor))
}

export const divided = (value: Exact, divisor: Exact): Exact =>
  divisor === 1 ? value : exact(BigInt(value) / BigInt(divisor))

export const exactDivisor = (a: Exact, b: Exact): Exact =>
  exact(commonDivisor(BigInt(a), BigInt(b)))

export const commonMultiple = (a: Exact, b: Exact): Exact =>
  a === b ? a : times(a, divided(b, exactDivisor(a, b)))

/** JSON numbers with up to 15 digits are exact. */
const largestNumber = 10 ** 15

/** A JSON number if that is exact, otherwise text. */
export const moneyOf = (value: Exact): number | string => {
  if (typeof value === 'number' && Math.abs(value) < largestNumber) return value / scale
  const text = unscaled(value)
  return text.replace(/[-.]/g, '').length <= 15 ? Number(text) : text
}
