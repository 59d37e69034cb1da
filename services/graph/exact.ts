/** A `bigint` only beyond 2^53 - 1. */
export type Exact = number | bigint

const simplest = (value: bigint): Exact => {
  const small = Number(value)
  return Number.isSafeInteger(small) ? small : value
}

export const exact = (digits: string | bigint): Exact => simplest(BigInt(digits))

export const plus = (a: Exact, b: Exact): Exact => {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b
    if (Number.isSafeInteger(sum)) return sum
  }
  return simplest(BigInt(a) + BigInt(b))
}

export const minus = (a: Exact, b: Exact): Exact => plus(a, -b)

export const times = (a: Exact, b: Exact): Exact => {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b
    if (Number.isSafeInteger(product)) return product
  }
  return simplest(BigInt(a) * BigInt(b))
}
