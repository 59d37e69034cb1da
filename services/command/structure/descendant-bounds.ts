import { column } from '#command/kernel/column.ts'
import type { Edges } from './edges.ts'
import type { Reach } from './reach.ts'

/**
 * Between how many and how many assemblies each one contains, itself included. Counting them takes
 * milliseconds for the largest; these are kept by additions alone, and are drawn together where somebody counts.
 */
export const descendantBounds = (links: Edges, { above, below }: Reach) => {
  // What has never been linked contains itself only.
  const least = column(1)
  const most = column(1)
  /** All that is in anything has a link to it. */
  const capped = (count: number) => Math.min(count, links.count() + 1)

  return {
    least: least.get,
    most: most.get,
    /** After a link was added: at most all of the child is new to whoever contains the parent. */
    linked: (parent: number, child: number) => {
      const gained = most.get(child)
      const enough = least.get(child) + 1
      for (const id of above(parent, Infinity)) {
        most.set(id, capped(most.get(id) + gained))
        if (least.get(id) < enough) least.set(id, enough)
      }
    },
    /** After a link was removed: at most all of the child is gone from whoever contains the parent. */
    unlinked: (parent: number, child: number) => {
      const lost = most.get(child)
      for (const id of above(parent, Infinity)) least.set(id, Math.max(1, least.get(id) - lost))
    },
    /** From the children's, which must have been derived before. */
    derive: (id: number) => {
      let [fewest, all] = [1, 1]
      for (let e = links.firstOut(id); e !== 0; e = links.nextOut(e)) {
        fewest = Math.max(fewest, least.get(links.child(e)) + 1)
        all += most.get(links.child(e))
      }
      least.set(id, fewest)
      most.set(id, capped(all))
    },
    /** How many it contains, or some number greater than `limit`. */
    count: (id: number, limit: number): number => {
      const { length } = below(id, limit)
      least.set(id, Math.max(least.get(id), length))
      if (length <= limit) most.set(id, length)
      return length
    },
  }
}
