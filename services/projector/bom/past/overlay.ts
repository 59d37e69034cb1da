import { Links } from '#graph/links.ts'
import type { BomLink } from '../bom-links.ts'

export class MapOverlay<Value> extends Map<number, Value> {
  readonly #under: ReadonlyMap<number, Value>
  readonly #own: ReadonlySet<number>

  constructor(under: ReadonlyMap<number, Value>, own: ReadonlySet<number>) {
    super()
    this.#under = under
    this.#own = own
  }

  override get(key: number): Value | undefined {
    return this.#own.has(key) ? super.get(key) : this.#under.get(key)
  }

  override has(key: number): boolean {
    return this.#own.has(key) ? super.has(key) : this.#under.has(key)
  }

  override *[Symbol.iterator](): MapIterator<[number, Value]> {
    for (const entry of this.#under) if (!this.#own.has(entry[0])) yield entry
    yield* super[Symbol.iterator]()
  }
}

export class LinksOverlay extends Links<BomLink> {
  readonly #under: Links<BomLink>
  readonly #own: ReadonlySet<number>

  constructor(under: Links<BomLink>, own: ReadonlySet<number>) {
    super()
    this.#under = under
    this.#own = own
  }

  override out(node: number): readonly BomLink[] {
    return this.#own.has(node) ? super.out(node) : this.#under.out(node)
  }

  override get(from: number, to: number): BomLink | undefined {
    return this.out(from).find((link) => link.to === to)
  }

  override into(node: number): readonly BomLink[] {
    const others = this.#under.into(node).filter(({ from }) => !this.#own.has(from))
    return [...others, ...super.into(node)]
  }
}
