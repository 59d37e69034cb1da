import type { Link, Links } from './links.ts'
import { walk } from './walk.ts'

/** The value of a child that closes a cycle is undefined. */
type Compute<L extends Link, Value> = (
  node: number,
  links: readonly L[],
  valueOf: (child: number) => Value | undefined,
) => Value

/** Caches a value per node, computed from the nodes below it, until one of them changes. */
export class RollUpCache<L extends Link, Value> {
  readonly #links: Links<L>
  readonly #compute: Compute<L, Value>
  readonly #values = new Map<number, Value>()
  #changes = 0
  readonly #known: (node: number) => Value | undefined

  constructor(
    links: Links<L>,
    compute: Compute<L, Value>,
    known: (node: number) => Value | undefined = () => undefined,
  ) {
    this.#links = links
    this.#compute = compute
    this.#known = known
  }

  of(node: number): Value {
    if (this.#valueOf(node) === undefined) this.#fill(node)
    return this.#valueOf(node)!
  }

  set(node: number, value: Value): void {
    this.#values.set(node, value)
  }

  /** If it has not changed, no value has. */
  get changes(): number {
    return this.#changes
  }

  /** For a change of the node's own value or of a link out of it. Invalidates its ancestors. */
  invalidate(node: number): void {
    this.#changes++
    const changed = [node]
    for (let next = changed.pop(); next !== undefined; next = changed.pop())
      // A node without a value has no ancestor with one.
      if (this.#values.delete(next))
        for (const { from } of this.#links.into(next)) changed.push(from)
  }

  #valueOf(node: number): Value | undefined {
    return this.#values.get(node) ?? this.#known(node)
  }

  #fill(node: number): void {
    const isNew = (below: number) => this.#valueOf(below) === undefined
    const { order } = walk(this.#links, node, 'down', isNew)
    for (const one of order.toReversed())
      this.#values.set(
        one,
        this.#compute(one, this.#links.out(one), (child) => this.#valueOf(child)),
      )
  }
}
