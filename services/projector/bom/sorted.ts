/** How many can be told apart beside a key of 33 bits in the 53 that a double is exact in. */
const packable = 2 ** 20

/**
 * Nodes by ascending key, a whole number below 2^33. A typed array sorts numbers many times quicker than a
 * comparison does, so the node's place is packed into its key.
 */
export const byKeys = (
  nodes: readonly number[],
  keyOf: (node: number) => number,
): readonly number[] => {
  if (nodes.length > packable) return nodes.toSorted((a, b) => keyOf(a) - keyOf(b))
  const packed = new Float64Array(nodes.length)
  for (let place = 0; place < nodes.length; place++)
    packed[place] = keyOf(nodes[place]!) * packable + place
  packed.sort()
  const sorted: number[] = []
  // The remainder by hand: that of doubles is computed bit by bit.
  for (const key of packed) sorted.push(nodes[key - Math.floor(key / packable) * packable]!)
  return sorted
}
