import { timingSafeEqual } from 'node:crypto'

/** Compares a secret in the same time however much of it is right. How long it is, is no secret. */
export const isEqualInConstantTime = (given: string, expected: Buffer): boolean => {
  const bytes = Buffer.from(given)
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}
