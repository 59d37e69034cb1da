import type { Link, Links } from './links.ts'
import { walk } from './walk.ts'

/** The value at the end of a link that leads back in a circle is undefined. */
type Compute<L extends Link, Value> = (
  node: number,
  links: readonly L[],
  valueOf: (child: number) => Value | undefined,
) => Value

/** A value per node, worked out from those below it when it is asked for, and kept until something below changes. */
export class RollUpCache<L extends Link, Value> {
  readonly #links: Links<L>
  readonly #compute: Compute<L, Value>
  readonly #values = new Map<number, Value>()
  #changes = 0
  /** A value that need not be worked out here. */
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

  /** How often something has changed: as long as it is the same, so is every value. */
  get changes(): number {
    return this.#changes
  }

  /** The node's own value, or a link out of it, has changed: what lies above it has to be worked out anew. */
  invalidate(node: number): void {
    this.#changes++
    const changed = [node]
    for (let next = changed.pop(); next !== undefined; next = changed.pop())
      // What lies above something without a value has none either.
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
