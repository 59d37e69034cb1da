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
const splitOf = (start: number, end: number): number => {
  let half = 1
  while (2 * half < end - start) half *= 2
  return start + half
}

/** [start, end) must be a subtree. */
const rangeHash = async (nodes: Nodes, start: number, end: number): Promise<Uint8Array> => {
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

/** Hashes of the largest subtrees without any of these leaves: with the leaves they give the root. */
export async function* remainingNodes(
  nodes: Nodes,
  leaves: readonly number[],
  size: number,
): AsyncGenerator<readonly [range: string, hash: Uint8Array]> {
  const walk = async function* (
    start: number,
    end: number,
    own: readonly number[],
  ): ReturnType<typeof remainingNodes> {
    if (own.length === 0) return yield [`${start}-${end}`, await rangeHash(nodes, start, end)]
    if (end - start === 1) return
    const middle = splitOf(start, end)
    const left = own.filter((leaf) => leaf < middle)
    yield* walk(start, middle, left)
    yield* walk(middle, end, own.slice(left.length))
  }
  if (size > 0) yield* walk(0, size, leaves)
}

/** Keeps only the roots of complete subtrees, so memory grows with log(size). */
export const incrementalTree = () => {
  const roots: { readonly leaves: number; readonly hash: Uint8Array }[] = []
  let size = 0
  return {
    size: () => size,
    add: (leaf: Uint8Array): void => {
      size++
      let added = { leaves: 1, hash: leaf }
      while (roots.at(-1)?.leaves === added.leaves) {
        const left = roots.pop()!
        added = { leaves: 2 * left.leaves, hash: nodeHash(left.hash, added.hash) }
      }
      roots.push(added)
    },
    root: (): Uint8Array =>
      roots.length === 0
        ? emptyRoot
        : roots.map(({ hash }) => hash).reduceRight((right, left) => nodeHash(left, right)),
  }
}
