import { timingSafeEqual } from 'node:crypto'

/** Prevents timing attacks on the value. The length is no secret. */
export const isEqualInConstantTime = (given: string, expected: Buffer): boolean => {
  const bytes = Buffer.from(given)
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}
