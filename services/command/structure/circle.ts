import { column } from '#command/kernel/column.ts'
import type { Edges } from './edges.ts'

/** One end of a search: what it has reached, from which neighbour each, and where it goes on. */
const searchEnd = () => {
  const marks = column()
  const via = column()
  let mark = 0
  let frontier: number[] = []
  const take = (id: number, from: number) => {
    marks.set(id, mark)
    via.set(id, from)
    frontier.push(id)
  }
  return {
    has: (id: number) => marks.get(id) === mark,
    take,
    begin: (start: number) => {
      mark++
      frontier = []
      take(start, 0)
    },
    width: () => frontier.length,
    /** What the next step starts from; what it takes is what the one after it starts from. */
    step: () => {
      const from = frontier
      frontier = []
      return from
    },
    /** From `id` back to where the search began. */
    way: (id: number): number[] => {
      const ids: number[] = []
      for (let at = id; at !== 0; at = via.get(at)) ids.push(at)
      return ids
    },
  }
}

/**
 * Finds the circle that a link would close: a way from the child down to the parent, searched for from both
 * ends, the narrower one first, among what is high or low enough to be on it. Marks are kept from one search
 * to the next, so that a search costs what it visits and leaves nothing behind.
 */
export const circles = (links: Edges, heightOf: (id: number) => number) => {
  const up = searchEnd()
  const down = searchEnd()

  /** Where the two have met; 0 if they have not. */
  const upward = (child: number): number => {
    const high = heightOf(child)
    for (const id of up.step())
      for (let e = links.firstIn(id); e !== 0; e = links.nextIn(e)) {
        const one = links.parent(e)
        if (up.has(one) || (one !== child && heightOf(one) >= high)) continue
        up.take(one, id)
        if (down.has(one)) return one
      }
    return 0
  }
  const downward = (parent: number): number => {
    const low = heightOf(parent)
    for (const id of down.step())
      for (let e = links.firstOut(id); e !== 0; e = links.nextOut(e)) {
        const one = links.child(e)
        if (down.has(one) || (one !== parent && heightOf(one) <= low)) continue
        down.take(one, id)
        if (up.has(one)) return one
      }
    return 0
  }

  /** The assemblies on it, from the parent to the parent again; undefined if there is none. */
  return (parent: number, child: number): number[] | undefined => {
    if (parent === child) return [parent, parent]
    if (heightOf(child) <= heightOf(parent)) return undefined
    up.begin(parent)
    down.begin(child)
    while (up.width() > 0 && down.width() > 0) {
      const met = up.width() <= down.width() ? upward(child) : downward(parent)
      if (met !== 0) return [parent, ...down.way(met).toReversed(), ...up.way(met).slice(1)]
    }
    return undefined
  }
}
