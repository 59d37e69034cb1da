import { grown } from './growing.ts'
import type { Links } from './links.ts'

// Scratch, zero between computations, which never call each other.
let onTheWay = new Uint8Array(0)

/**
 * A value per assembly, made from its own and its children's values, and kept until something below it
 * changes. Lazy: a change only marks what lies above it, so many changes at once cost one computation.
 * What lies above a stale value is always stale, which is where marking stops.
 */
export class Memo<T> {
  readonly #values: (T | undefined)[] = []
  readonly #links: () => Links
  readonly #compute: (assembly: number, valueOf: (child: number) => T | undefined) => T

  /** `compute` is given undefined for a child only where a circle leads back to it. */
  constructor(
    links: () => Links,
    compute: (assembly: number, valueOf: (child: number) => T | undefined) => T,
  ) {
    this.#links = links
    this.#compute = compute
  }

  of(assembly: number): T {
    return this.#values[assembly] ?? this.#computed(assembly)
  }

  #computed(assembly: number): T {
    const links = this.#links()
    const values = this.#values
    // An array with holes would turn into a slow dictionary.
    while (values.length < links.firstOut.length) values.push(undefined)
    const valueOf = (child: number) => values[child]
    const waiting = [assembly]
    const positions = [-2]
    onTheWay = grown(onTheWay, values.length)
    while (waiting.length > 0) {
      const top = waiting.length - 1
      const node = waiting[top]!
      if (positions[top] === -2) {
        if (values[node] !== undefined || onTheWay[node] === 1) {
          waiting.pop()
          positions.pop()
          continue
        }
        onTheWay[node] = 1
        positions[top] = links.firstOut[node] ?? -1
      }
      const link = positions[top]!
      if (link < 0) {
        values[node] = this.#compute(node, valueOf)
        onTheWay[node] = 0
        waiting.pop()
        positions.pop()
        continue
      }
      positions[top] = links.nextOut[link]!
      const child = links.to[link]!
      if (values[child] === undefined) {
        waiting.push(child)
        positions.push(-2)
      }
    }
    return values[assembly]!
  }

  /** The assembly's own value, or a link of it, has changed. */
  touch(assembly: number): void {
    if (this.#values[assembly] === undefined) return
    const { firstIn, nextIn, from } = this.#links()
    const stale = [assembly]
    this.#values[assembly] = undefined
    for (let node = stale.pop(); node !== undefined; node = stale.pop())
      for (let link = firstIn[node] ?? -1; link >= 0; link = nextIn[link]!) {
        const above = from[link]!
        if (this.#values[above] === undefined) continue
        this.#values[above] = undefined
        stale.push(above)
      }
  }

  isFresh(assembly: number): boolean {
    return this.#values[assembly] !== undefined
  }

  clear(): void {
    this.#values.fill(undefined)
  }
}
