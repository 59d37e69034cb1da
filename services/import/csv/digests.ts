import type { RowPlan } from './plan-row.ts'

const mixed = (text: string, start: number, factor: number): number => {
  let hash = start
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), factor)
  return hash >>> 0
}

const digestOf = (text: string): number => mixed(text, 0x811c9dc5, 0x01000193)

/** Numbers of 53 bits, since a million texts, however long, would take much memory. */
const longDigestOf = (text: string): number =>
  (digestOf(text) >>> 11) * 2 ** 32 + mixed(text, 0x1b873593, 0x85ebca6b)

/** Tells what was first noted of a key; undefined, and `noted` is, if this is the first. */
export const createDuplicateKeys = () => {
  const first = new Map<number, number>()
  return (key: string, noted?: number): number | undefined => {
    const digest = longDigestOf(key)
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
  Math.max(2, digestOf(JSON.stringify({ ...plan, warnings: undefined })))
