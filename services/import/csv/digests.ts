import { hash } from 'node:crypto'
import type { RowPlan } from './plan-row.ts'

/** Returns the value first stored for a key. Stores `noted` and returns undefined for a new key. */
export const createDuplicateKeys = () => {
  const first = new Map<string, number>()
  return (key: string, noted?: number): number | undefined => {
    // Digests save memory with a million keys; 160 bits avoid collisions.
    const digest = hash('sha1', key, 'binary')
    const before = first.get(digest)
    if (before === undefined && noted !== undefined) first.set(digest, noted)
    return before
  }
}

/** The digest of a row with an ambiguous supplier or manufacturer. */
export const ambiguousNames = 1

/** A digest of the whole plan of a row, names included. */
export const digestFor = (plan: RowPlan): number =>
  // 0 means no digest and 1 is `ambiguousNames`.
  Math.max(
    2,
    hash('sha1', JSON.stringify({ ...plan, warnings: undefined }), 'buffer').readUInt32LE(),
  )
