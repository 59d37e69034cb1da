import { splitOf, rangeHash, type Nodes } from '../tree/merkle.ts'

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
