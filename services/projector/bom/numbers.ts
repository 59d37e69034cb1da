/** An exact whole number: a `number` while it is safe, a `bigint` beyond 2^53 - 1. */
export type Exact = number | bigint

const isSafe = (value: number) =>
  value <= Number.MAX_SAFE_INTEGER && value >= -Number.MAX_SAFE_INTEGER

const slim = (value: bigint): Exact => {
  const small = Number(value)
  return isSafe(small) ? small : value
}

export const plus = (a: Exact, b: Exact): Exact => {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b
    if (isSafe(sum)) return sum
  }
  return slim(BigInt(a) + BigInt(b))
}

export const minus = (a: Exact, b: Exact): Exact => plus(a, typeof b === 'bigint' ? -b : -b)

export const times = (a: Exact, b: Exact): Exact => {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b
    if (isSafe(product)) return product
  }
  return slim(BigInt(a) * BigInt(b))
}

/** As JSON text: digits up to 2^53 - 1, a string of digits beyond. */
export const jsonOf = (value: Exact): string =>
  isSafe(Number(value)) ? String(value) : `"${value}"`

export const wireOf = (value: Exact): number | string =>
  isSafe(Number(value)) ? Number(value) : value.toString()

/** Money is kept in ten-thousandths, so that it is whole. */
const scale = 10_000
const digits = 4

/** "1234.5" as 12345000; more than 4 decimals are rounded half up. */
export const scaled = (decimal: string): Exact => {
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.')
  const value =
    BigInt(whole) * BigInt(scale) +
    BigInt(fraction.slice(0, digits).padEnd(digits, '0')) +
    (fraction.charCodeAt(digits) >= 53 ? 1n : 0n)
  return slim(decimal.startsWith('-') ? -value : value)
}

/** 12345000 as "1234.5". */
export const unscaled = (value: Exact): string => {
  const whole = BigInt(value)
  const text = (whole < 0n ? -whole : whole).toString().padStart(digits + 1, '0')
  const fraction = text.slice(-digits).replace(/0+$/, '')
  return `${whole < 0n ? '-' : ''}${text.slice(0, -digits)}${fraction && `.${fraction}`}`
}

/** Rounded half up; of what is not negative. */
export const quotient = (value: Exact, per: Exact): Exact => {
  if (per === 1) return value
  const divisor = BigInt(per)
  return slim((2n * BigInt(value) + divisor) / (2n * divisor))
}

/** Without remainder. */
export const divided = (value: Exact, divisor: Exact): Exact =>
  divisor === 1 ? value : slim(BigInt(value) / BigInt(divisor))

export const commonDivisor = (a: Exact, b: Exact): Exact => {
  let [large, small] = [BigInt(a), BigInt(b)]
  while (small !== 0n) [large, small] = [small, large % small]
  return slim(large)
}

/** The product of two amounts in ten-thousandths, rounded half up to ten-thousandths. */
export const scaledProduct = (a: Exact, b: Exact): Exact =>
  slim((BigInt(a) * BigInt(b) + BigInt(scale / 2)) / BigInt(scale))

/** Money on the wire: a JSON number of at most 15 digits, which is exact, else the digits as text. */
export const moneyOf = (value: Exact): number | string => {
  const text = unscaled(value)
  return text.replace(/[-.]/g, '').length <= 15 ? Number(text) : text
}

/** Amounts that `writeMoney` can write: at most 15 digits, so that each is exact as a JSON number. */
export const isQuickMoney = (value: Exact): value is number =>
  typeof value === 'number' && value >= 0 && value < 1e15
/** Of what it writes: 15 digits and a point. */
export const longestMoney = 16

const [zero, point] = [48, 46]
const largestSmall = 2 ** 31 - 1

/** Writes an amount as JSON from `at` on; gives where it ends. By digits: writing out a double takes several times as long. */
export const writeMoney = (bytes: Uint8Array, at: number, value: number): number => {
  const whole = Math.floor(value / scale)
  let end = at + 1
  for (let limit = 10; limit <= whole; limit *= 10) end++
  let place = end
  let rest = whole
  // What fits in 32 bits is divided several times as fast.
  for (; rest > largestSmall; rest = Math.floor(rest / 10)) bytes[--place] = zero + (rest % 10)
  for (let small = rest | 0; place > at; small = (small / 10) | 0)
    bytes[--place] = zero + (small % 10)
  let fraction = (value - whole * scale) | 0
  if (fraction === 0) return end
  bytes[end++] = point
  for (let worth = scale / 10; fraction > 0; worth /= 10) {
    const figure = (fraction / worth) | 0
    bytes[end++] = zero + figure
    fraction -= figure * worth
  }
  return end
}

/** Digits, or any whole number, as one. */
export const wholeOf = (digits: string | bigint): Exact => slim(BigInt(digits))
