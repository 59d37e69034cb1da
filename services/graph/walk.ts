import { endOf, type Direction, type Followed } from './links.ts'

export type Walk = {
  /** Topological order, from the start. */
  readonly order: readonly number[]
  readonly cycle: readonly number[] | null
}

/** Iterative depth-first search, so that depth cannot overflow the stack. `enters` filters the nodes. */
export const walk = (
  links: Followed,
  start: number,
  direction: Direction,
  enters: (node: number) => boolean = () => true,
): Walk => {
  const finished: number[] = []
  const isFinished = new Map([[start, false]])
  const path = [{ node: start, links: links.at(start, direction), place: 0 }]
  let cycle: readonly number[] | null = null
  while (path.length > 0) {
    const here = path.at(-1)!
    const link = here.links[here.place++]
    if (!link) {
      isFinished.set(here.node, true)
      finished.push(here.node)
      path.pop()
      continue
    }
    const node = endOf(link, direction)
    const state = isFinished.get(node)
    if (state === undefined && enters(node)) {
      isFinished.set(node, false)
      path.push({ node, links: links.at(node, direction), place: 0 })
    } else if (state === false && !cycle) {
      const nodes = path.map((step) => step.node)
      cycle = nodes.slice(nodes.indexOf(node))
    }
  }
  return { order: finished.reverse(), cycle }
}

/** The nodes that can be reached, the starts included. */
export const reach = (
  links: Followed,
  starts: Iterable<number>,
  direction: Direction,
): ReadonlySet<number> => {
  const reached = new Set(starts)
  for (const node of reached)
    for (const link of links.at(node, direction)) reached.add(endOf(link, direction))
  return reached
}

/** Upwards, since nodes have few ancestors but may have many descendants. */
export const pathUp = (links: Followed, start: number, end: number): readonly number[] | null => {
  const cameFrom = new Map([[start, start]])
  for (const node of cameFrom.keys()) {
    if (node === end) return wayBack(cameFrom, end)
    for (const { from } of links.at(node, 'up')) if (!cameFrom.has(from)) cameFrom.set(from, node)
  }
  return null
}

const wayBack = (cameFrom: ReadonlyMap<number, number>, end: number): readonly number[] => {
  const path = [end]
  for (let node = end; cameFrom.get(node) !== node; path.push(node)) node = cameFrom.get(node)!
  return path.reverse()
}
