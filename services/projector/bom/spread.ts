import { grown } from './growing.ts'
import type { Links } from './links.ts'
import { plus, times, type Exact } from './numbers.ts'
import { walk, type Direction, type Walk } from './walk.ts'

/**
 * What lies above or below a node, each with its totals over all paths to it: the sum of the products of the
 * quantities, the number of paths, the smallest and greatest depth. Indexed by node; only those in `order`
 * hold a value, and only until the next spread.
 */
export type Spread = Walk & {
  readonly quantity: ArrayLike<Exact>
  readonly paths: ArrayLike<Exact>
  readonly min: Int32Array
  readonly max: Int32Array
}

let quantities = new Float64Array(0)
let pathCounts = new Float64Array(0)
let min = new Int32Array(0)
let max = new Int32Array(0)

/**
 * One pass in topological order, so its cost is the links and not the paths. In doubles first: sums and
 * products of positive numbers only grow, so a total that is still safe had safe parts, and a path weighs at
 * least 1. As soon as a total is not safe, the pass is done again with exact numbers.
 */
export const spread = (links: Links, start: number, direction: Direction): Spread => {
  const walked = walk(links, start, direction)
  const nodes = Math.max(links.firstOut.length, links.firstIn.length, start + 1)
  quantities = grown(quantities, nodes)
  pathCounts = grown(pathCounts, nodes)
  min = grown(min, nodes)
  max = grown(max, nodes)
  for (const node of walked.order) {
    quantities[node] = 0
    pathCounts[node] = 0
    min[node] = 0x7fffffff
    max[node] = 0
  }
  quantities[start] = 1
  pathCounts[start] = 1
  min[start] = 0

  const sound = walked.circle === null
  if (sound && quickPass(links, walked.order, direction))
    return { ...walked, quantity: quantities, paths: pathCounts, min, max }
  return { ...walked, ...exactPass(links, walked.order, direction), min, max }
}

/** False when a total is too large for a double. */
const quickPass = (links: Links, order: readonly number[], direction: Direction): boolean => {
  const down = direction === 'down'
  const first = down ? links.firstOut : links.firstIn
  const next = down ? links.nextOut : links.nextIn
  const other = down ? links.to : links.from
  const weight = links.quantity
  for (const node of order) {
    const total = quantities[node]!
    if (total > Number.MAX_SAFE_INTEGER) return false
    const [ways, nearest, farthest] = [pathCounts[node]!, min[node]! + 1, max[node]! + 1]
    for (let link = first[node]!; link >= 0; link = next[link]!) {
      const target = other[link]!
      quantities[target]! += total * weight[link]!
      pathCounts[target]! += ways
      if (nearest < min[target]!) min[target] = nearest
      if (farthest > max[target]!) max[target] = farthest
    }
  }
  return true
}

/** Also the way for data with a circle, where links that lead back are left out. */
const exactPass = (links: Links, order: readonly number[], direction: Direction) => {
  const down = direction === 'down'
  const places = new Map(order.map((node, place) => [node, place]))
  const quantity: Exact[] = []
  const paths: Exact[] = []
  for (const node of order) {
    quantity[node] = node === order[0] ? 1 : 0
    paths[node] = quantity[node]
  }
  for (const [place, node] of order.entries())
    for (const link of down ? links.outOf(node) : links.into(node)) {
      const target = down ? links.to[link]! : links.from[link]!
      if (places.get(target)! <= place) continue
      quantity[target] = plus(quantity[target]!, times(quantity[node]!, links.quantity[link]!))
      paths[target] = plus(paths[target]!, paths[node]!)
      min[target] = Math.min(min[target]!, min[node]! + 1)
      max[target] = Math.max(max[target]!, max[node]! + 1)
    }
  return { quantity, paths }
}
