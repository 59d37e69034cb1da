import { grown } from './growing.ts'
import type { Links } from './links.ts'

export type Direction = 'down' | 'up'

export type Walk = {
  /** The start first, and every node before what lies beyond it. */
  readonly order: readonly number[]
  /** The nodes of a circle that was met (its first one not repeated); null in a sound graph. */
  readonly circle: readonly number[] | null
}

// Scratch for the walks: 0 = not seen, 1 = on the way, 2 = done. Every walk leaves it zeroed. Safe to
// share, because a walk never yields.
let states = new Uint8Array(0)

/** Everything reached from `start` in one direction, in topological order. Never recursive, so depth is free. */
export const walk = (links: Links, start: number, direction: Direction): Walk => {
  const down = direction === 'down'
  const first = down ? links.firstOut : links.firstIn
  const next = down ? links.nextOut : links.nextIn
  const other = down ? links.to : links.from
  states = grown(states, Math.max(links.firstOut.length, links.firstIn.length, start + 1))
  const state = states

  const done: number[] = []
  const nodes = [start]
  const positions = [first[start] ?? -1]
  let circle: number[] | null = null
  state[start] = 1
  while (nodes.length > 0) {
    const top = nodes.length - 1
    const link = positions[top]!
    if (link < 0) {
      const node = nodes.pop()!
      positions.pop()
      state[node] = 2
      done.push(node)
      continue
    }
    positions[top] = next[link]!
    const node = other[link]!
    if (state[node] === 0) {
      state[node] = 1
      nodes.push(node)
      positions.push(first[node]!)
    } else if (state[node] === 1) circle ??= nodes.slice(nodes.indexOf(node))
  }
  for (const node of done) state[node] = 0
  return { order: done.reverse(), circle }
}
