import { column } from '#command/kernel/column.ts'
import type { Edges } from './edges.ts'

/** Sets of assemblies, found by following links in one direction. */
export const reach = (links: Edges) => {
  const marks = column()
  let generation = 0

  const follow = (
    from: number,
    most: number,
    first: (id: number) => number,
    next: (edge: number) => number,
    end: (edge: number) => number,
  ): number[] => {
    const mark = ++generation
    const found = [from]
    marks.set(from, mark)
    for (let i = 0; i < found.length && found.length <= most; i++)
      for (let e = first(found[i]!); e !== 0; e = next(e)) {
        const id = end(e)
        if (marks.get(id) === mark) continue
        marks.set(id, mark)
        found.push(id)
      }
    return found
  }

  return {
    /** `from` and all that contain it, or the first of them and more than `most`. */
    above: (from: number, most: number) =>
      follow(from, most, links.firstIn, links.nextIn, links.parent),
    /** `from` and all that it contains, or the first of them and more than `most`. */
    below: (from: number, most: number) =>
      follow(from, most, links.firstOut, links.nextOut, links.child),
  }
}

export type Reach = ReturnType<typeof reach>
