export type Link = { readonly from: number; readonly to: number }

export type Direction = 'down' | 'up'

export const endOf = ({ from, to }: Link, direction: Direction): number =>
  direction === 'down' ? to : from

export type Followed<L extends Link = Link> = {
  readonly at: (node: number, direction: Direction) => readonly L[]
}

const none: readonly never[] = []

/** At most one link from one node to another. */
export class Links<L extends Link = Link> {
  readonly #out = new Map<number, L[]>()
  readonly #into = new Map<number, L[]>()

  out(node: number): readonly L[] {
    return this.#out.get(node) ?? none
  }

  into(node: number): readonly L[] {
    return this.#into.get(node) ?? none
  }

  *[Symbol.iterator](): Generator<L> {
    for (const links of this.#out.values()) yield* links
  }

  at(node: number, direction: Direction): readonly L[] {
    return direction === 'down' ? this.out(node) : this.into(node)
  }

  get(from: number, to: number): L | undefined {
    const [out, into] = [this.out(from), this.into(to)]
    return out.length < into.length
      ? out.find((link) => link.to === to)
      : into.find((link) => link.from === from)
  }

  /** Adds or replaces the link. True if it is new. */
  set(link: L): boolean {
    const isNew = !this.remove(link.from, link.to)
    append(this.#out, link.from, link)
    append(this.#into, link.to, link)
    return isNew
  }

  remove(from: number, to: number): boolean {
    const link = this.get(from, to)
    if (!link) return false
    drop(this.#out, from, link)
    drop(this.#into, to, link)
    return true
  }
}

const append = <L>(lists: Map<number, L[]>, node: number, link: L) => {
  const list = lists.get(node)
  if (list) list.push(link)
  else lists.set(node, [link])
}

const drop = <L>(lists: Map<number, L[]>, node: number, link: L) => {
  const list = lists.get(node)!
  if (list.length === 1) lists.delete(node)
  else list.splice(list.indexOf(link), 1)
}
