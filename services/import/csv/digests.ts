import { hash } from 'node:crypto'
import type { RowPlan } from './plan-row.ts'

/** Tells what was first noted of a key; undefined, and `noted` is, if this is the first. */
export const createDuplicateKeys = () => {
  const first = new Map<string, number>()
  return (key: string, noted?: number): number | undefined => {
    // A million keys, however long, would take much memory; and none may be taken for another.
    const digest = hash('sha1', key, 'binary')
    const before = first.get(digest)
    if (before === undefined && noted !== undefined) first.set(digest, noted)
    return before
  }
}

/** Stands for the digest of a row whose supplier or manufacturer could be one of several. */
export const ambiguousNames = 1

/** Of all that is to happen to a row, names included. */
export const digestFor = (plan: RowPlan): number =>
  // 0 is no digest, and 1 has a meaning of its own.
  Math.max(
    2,
    hash('sha1', JSON.stringify({ ...plan, warnings: undefined }), 'buffer').readUInt32LE(),
  )
