import { splitOf, rangeHash, type Nodes } from '../tree/merkle.ts'

const lowerBound = (sorted: readonly number[], bound: number): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < bound) low = middle + 1
    else high = middle
  }
  return low
}

/** Hashes of the largest subtrees without any of these leaves: with the leaves they give the root. */
export async function* remainingNodes(
  nodes: Nodes,
  leaves: readonly number[],
  size: number,
): AsyncGenerator<readonly [range: string, hash: Uint8Array]> {
  const walk = async function* (start: number, end: number): ReturnType<typeof remainingNodes> {
    if (lowerBound(leaves, start) === lowerBound(leaves, end))
      return yield [`${start}-${end}`, await rangeHash(nodes, start, end)]
    if (end - start === 1) return
    const middle = splitOf(start, end)
    yield* walk(start, middle)
    yield* walk(middle, end)
  }
  if (size > 0) yield* walk(0, size)
}
