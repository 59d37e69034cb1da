import { grown } from './growing.ts'
import type { Links } from './links.ts'

const [stale, onTheWay, fresh] = [0, 1, 2]

/**
 * Something per assembly, made from its own and its children's, and kept until something below it changes.
 * Lazy: a change only marks what lies above it, so many changes at once cost one computation. What lies above
 * what is stale is always stale, which is where marking stops.
 */
export abstract class Memo {
  readonly #links: Links
  #states = new Uint8Array(0)

  constructor(links: Links) {
    this.#links = links
  }

  /** Makes an assembly's own. Its children are fresh, but for one from which a circle leads back to it. */
  protected abstract compute(assembly: number): void

  /** Sees to it that the assembly's is there, and that of all below it. Never recursive, so depth is free. */
  protected refresh(assembly: number): void {
    if (this.isFresh(assembly)) return
    const { firstOut, nextOut, to } = this.#links
    this.#states = grown(this.#states, firstOut.length)
    const states = this.#states
    const waiting = [assembly]
    const positions = [firstOut[assembly] ?? -1]
    states[assembly] = onTheWay
    while (waiting.length > 0) {
      const top = waiting.length - 1
      let link = positions[top]!
      while (link >= 0 && states[to[link]!] !== stale) link = nextOut[link]!
      if (link < 0) {
        const node = waiting.pop()!
        positions.pop()
        this.compute(node)
        states[node] = fresh
        continue
      }
      const child = to[link]!
      positions[top] = nextOut[link]!
      states[child] = onTheWay
      waiting.push(child)
      positions.push(firstOut[child]!)
    }
  }

  /** The assembly's own value, or a link of it, has changed. */
  touch(assembly: number): void {
    if (!this.isFresh(assembly)) return
    const { firstIn, nextIn, from } = this.#links
    const changed = [assembly]
    this.#states[assembly] = stale
    for (let node = changed.pop(); node !== undefined; node = changed.pop())
      for (let link = firstIn[node] ?? -1; link >= 0; link = nextIn[link]!) {
        const above = from[link]!
        if (!this.isFresh(above)) continue
        this.#states[above] = stale
        changed.push(above)
      }
  }

  isFresh(assembly: number): boolean {
    return this.#states[assembly] === fresh
  }

  clear(): void {
    this.#states.fill(stale)
  }
}
