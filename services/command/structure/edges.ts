import { column } from '#command/kernel/column.ts'

/**
 * Links from assemblies to something, to be walked both ways: doubly linked lists in typed arrays, 24 bytes
 * a link. An edge is a number; 0 is none.
 */
export type Edges = {
  readonly add: (parent: number, child: number) => number
  readonly remove: (edge: number) => void
  readonly find: (parent: number, child: number) => number
  readonly parent: (edge: number) => number
  readonly child: (edge: number) => number
  readonly firstOut: (parent: number) => number
  readonly nextOut: (edge: number) => number
  readonly firstIn: (child: number) => number
  readonly nextIn: (edge: number) => number
  readonly childrenOf: (parent: number) => number[]
  readonly parentsOf: (child: number) => number[]
  readonly count: () => number
  /** Pairs one after the other: parent, child, parent, child. */
  readonly dump: () => Int32Array
  readonly load: (pairs: Int32Array) => void
}

export const edges = (): Edges => {
  const parents = column()
  const children = column()
  const nextOuts = column()
  const previousOuts = column()
  const nextIns = column()
  const previousIns = column()
  const firstOuts = column()
  const firstIns = column()
  let used = 0
  let free = 0
  let count = 0

  const add = (parent: number, child: number): number => {
    let edge = free
    if (edge === 0) edge = ++used
    else free = nextOuts.get(edge)
    parents.set(edge, parent)
    children.set(edge, child)
    const out = firstOuts.get(parent)
    nextOuts.set(edge, out)
    previousOuts.set(edge, 0)
    if (out !== 0) previousOuts.set(out, edge)
    firstOuts.set(parent, edge)
    const into = firstIns.get(child)
    nextIns.set(edge, into)
    previousIns.set(edge, 0)
    if (into !== 0) previousIns.set(into, edge)
    firstIns.set(child, edge)
    count++
    return edge
  }

  const remove = (edge: number) => {
    const [before, after] = [previousOuts.get(edge), nextOuts.get(edge)]
    if (before === 0) firstOuts.set(parents.get(edge), after)
    else nextOuts.set(before, after)
    if (after !== 0) previousOuts.set(after, before)
    const [left, right] = [previousIns.get(edge), nextIns.get(edge)]
    if (left === 0) firstIns.set(children.get(edge), right)
    else nextIns.set(left, right)
    if (right !== 0) previousIns.set(right, left)
    parents.set(edge, 0)
    nextOuts.set(edge, free)
    free = edge
    count--
  }

  /** From both ends at once, as long as the shorter list is. */
  const find = (parent: number, child: number): number => {
    let out = firstOuts.get(parent)
    let into = firstIns.get(child)
    while (out !== 0 && into !== 0) {
      if (children.get(out) === child) return out
      if (parents.get(into) === parent) return into
      out = nextOuts.get(out)
      into = nextIns.get(into)
    }
    return 0
  }

  return {
    add,
    remove,
    find,
    parent: parents.get,
    child: children.get,
    firstOut: firstOuts.get,
    nextOut: nextOuts.get,
    firstIn: firstIns.get,
    nextIn: nextIns.get,
    childrenOf: (parent) => {
      const found: number[] = []
      for (let e = firstOuts.get(parent); e !== 0; e = nextOuts.get(e)) found.push(children.get(e))
      return found
    },
    parentsOf: (child) => {
      const found: number[] = []
      for (let e = firstIns.get(child); e !== 0; e = nextIns.get(e)) found.push(parents.get(e))
      return found
    },
    count: () => count,
    dump: () => {
      const pairs = new Int32Array(count * 2)
      let at = 0
      for (let edge = 1; edge <= used; edge++)
        if (parents.get(edge) !== 0) {
          pairs[at++] = parents.get(edge)
          pairs[at++] = children.get(edge)
        }
      return pairs
    },
    load: (pairs) => {
      for (let at = 0; at < pairs.length; at += 2) add(pairs[at]!, pairs[at + 1]!)
    },
  }
}
