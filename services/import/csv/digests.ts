import type { RowPlan } from './plan-row.ts'

const sizeFor = (count: number) => 2 ** Math.ceil(Math.log2(Math.max(16, count * 2)))

/** 64 bits of hash in flat arrays, 12 bytes a slot: a million strings in a Map would take a hundred megabytes. */
export const createDuplicateKeys = (expected: number) => {
  const size = sizeFor(expected)
  const first = new Int32Array(size)
  const second = new Int32Array(size)
  const lines = new Int32Array(size)

  /** The line that had the key before; undefined, and `line` noted if it is given, if this is the first. */
  return (key: string, line?: number): number | undefined => {
    let a = 0x811c9dc5
    let b = 0x1b873593
    for (let i = 0; i < key.length; i++) {
      const code = key.charCodeAt(i)
      a = Math.imul(a ^ code, 0x01000193)
      b = Math.imul(b ^ code, 0x85ebca6b)
      b ^= b >>> 13
    }
    for (let at = (a ^ (a >>> 16)) & (size - 1); ; at = (at + 1) & (size - 1)) {
      if (lines[at] === 0) {
        if (line === undefined) return undefined
        first[at] = a
        second[at] = b
        lines[at] = line
        return undefined
      }
      if (first[at] === (a | 0) && second[at] === (b | 0)) return lines[at]
    }
  }
}

export const digestOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Stands for the digest of a row whose supplier or manufacturer could be one of several. */
export const ambiguousNames = 1

/** Of all that is to happen to a row, names included. */
export const digestFor = (plan: RowPlan): number =>
  // 0 is no digest, and 1 has a meaning of its own.
  Math.max(2, digestOf(JSON.stringify({ ...plan, warnings: undefined })))
