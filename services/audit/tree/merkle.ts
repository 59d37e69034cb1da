import { hash } from 'node:crypto'

/** RFC 9162, section 2.1, with SHA-256. */

const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  hash('sha256', Buffer.concat(parts), 'buffer')

const nodePrefix = Buffer.of(1)

export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  sha256(nodePrefix, left, right)
export const emptyRoot = sha256()

/** Hash of a complete subtree: number `index` of those with 2^level leaves. */
export type Nodes = (level: number, index: number) => Promise<Uint8Array>

/** RFC 9162: the left half is the largest power of two below the number of leaves. */
export const splitOf = (start: number, end: number): number => {
  let half = 1
  while (2 * half < end - start) half *= 2
  return start + half
}

/** [start, end) must be a subtree. */
export const rangeHash = async (nodes: Nodes, start: number, end: number): Promise<Uint8Array> => {
  const size = end - start
  const level = Math.log2(size)
  if (Number.isInteger(level)) return nodes(level, start / size)
  const middle = splitOf(start, end)
  return nodeHash(await rangeHash(nodes, start, middle), await rangeHash(nodes, middle, end))
}

export const rootHash = async (nodes: Nodes, size: number): Promise<Uint8Array> =>
  size === 0 ? emptyRoot : rangeHash(nodes, 0, size)

export const inclusionProof = async (
  nodes: Nodes,
  index: number,
  size: number,
): Promise<Uint8Array[]> => {
  const path = async (start: number, end: number): Promise<Uint8Array[]> => {
    if (end - start === 1) return []
    const middle = splitOf(start, end)
    return index < middle
      ? [...(await path(start, middle)), await rangeHash(nodes, middle, end)]
      : [...(await path(middle, end)), await rangeHash(nodes, start, middle)]
  }
  return path(0, size)
}

export const consistencyProof = async (
  nodes: Nodes,
  from: number,
  size: number,
): Promise<Uint8Array[]> => {
  const path = async (start: number, end: number, isKnown: boolean): Promise<Uint8Array[]> => {
    if (from === end) return isKnown ? [] : [await rangeHash(nodes, start, end)]
    const middle = splitOf(start, end)
    return from <= middle
      ? [...(await path(start, middle, isKnown)), await rangeHash(nodes, middle, end)]
      : [...(await path(middle, end, false)), await rangeHash(nodes, start, middle)]
  }
  return from === 0 || from === size ? [] : path(0, size, true)
}
