import { grown } from './growing.ts'

export type LinkValues = {
  readonly quantity: number
  readonly sortOrder: number
  readonly notes: string | null
}

/** The same values, each where its link is now. */
const moved = <A extends Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>>(
  values: A,
  places: Int32Array,
): A => {
  const result = new (values.constructor as new (length: number) => A)(values.length)
  for (let link = 0; link < places.length; link++)
    if (places[link]! >= 0) result[places[link]!] = values[link]!
  return result
}

/** The same links by their new numbers. */
const pointed = (links: Int32Array<ArrayBuffer>, places: Int32Array) =>
  links.map((link) => (link < 0 ? -1 : (places[link] ?? -1)))

/**
 * Links from one set of nodes to another, in typed arrays: 34 bytes a link. Each node has a doubly linked
 * list of its links out and one of those in, so that both directions are walked without a search.
 */
export class Links {
  from = new Int32Array(16)
  to = new Int32Array(16)
  quantity = new Int32Array(16)
  sortOrder = new Int32Array(16)
  nextOut = new Int32Array(16)
  previousOut = new Int32Array(16)
  nextIn = new Int32Array(16)
  previousIn = new Int32Array(16)
  /** 1 where the link has a note, so that most links need no look-up. */
  noted = new Uint8Array(16)
  firstOut = new Int32Array(16).fill(-1)
  firstIn = new Int32Array(16).fill(-1)
  size = 0
  readonly notes = new Map<number, string>()
  #used = 0
  readonly #free: number[] = []

  reserve(from: number, to: number): void {
    this.firstOut = grown(this.firstOut, from, -1)
    this.firstIn = grown(this.firstIn, to, -1)
  }

  /** -1 when they are not linked. Walks both lists at once, so the shorter one decides the cost. */
  find(from: number, to: number): number {
    let out = this.firstOut[from] ?? -1
    let into = this.firstIn[to] ?? -1
    while (out >= 0 && into >= 0) {
      if (this.to[out] === to) return out
      if (this.from[into] === from) return into
      out = this.nextOut[out]!
      into = this.nextIn[into]!
    }
    return -1
  }

  /** Links the two, or changes their link. True when the link is new. */
  set(from: number, to: number, values: LinkValues): boolean {
    const known = this.find(from, to)
    const link = known >= 0 ? known : this.#insert(from, to)
    this.quantity[link] = values.quantity
    this.sortOrder[link] = values.sortOrder
    this.noted[link] = values.notes ? 1 : 0
    if (values.notes) this.notes.set(link, values.notes)
    else if (known >= 0) this.notes.delete(link)
    return known < 0
  }

  remove(link: number): void {
    const [before, after] = [this.previousOut[link]!, this.nextOut[link]!]
    if (before >= 0) this.nextOut[before] = after
    else this.firstOut[this.from[link]!] = after
    if (after >= 0) this.previousOut[after] = before

    const [above, below] = [this.previousIn[link]!, this.nextIn[link]!]
    if (above >= 0) this.nextIn[above] = below
    else this.firstIn[this.to[link]!] = below
    if (below >= 0) this.previousIn[below] = above

    if (this.noted[link]) this.notes.delete(link)
    this.#free.push(link)
    this.size--
  }

  /**
   * Numbers the links anew, those out of one node side by side: whoever walks them finds them in one place in
   * memory. Their order in every list stays. For links that were added in no order, before they are walked often.
   */
  arrange(): void {
    const places = new Int32Array(this.#used).fill(-1)
    let place = 0
    for (const first of this.firstOut)
      for (let link = first; link >= 0; link = this.nextOut[link]!) places[link] = place++
    for (const key of ['nextOut', 'previousOut', 'nextIn', 'previousIn'] as const)
      this[key] = moved(pointed(this[key], places), places)
    for (const key of ['from', 'to', 'quantity', 'sortOrder'] as const)
      this[key] = moved(this[key], places)
    this.noted = moved(this.noted, places)
    this.firstOut = pointed(this.firstOut, places)
    this.firstIn = pointed(this.firstIn, places)
    const notes = [...this.notes]
    this.notes.clear()
    for (const [link, note] of notes) this.notes.set(places[link]!, note)
    this.#used = place
    this.#free.length = 0
  }

  outOf(node: number): number[] {
    const found: number[] = []
    for (let link = this.firstOut[node] ?? -1; link >= 0; link = this.nextOut[link]!)
      found.push(link)
    return found
  }

  into(node: number): number[] {
    const found: number[] = []
    for (let link = this.firstIn[node] ?? -1; link >= 0; link = this.nextIn[link]!) found.push(link)
    return found
  }

  #insert(from: number, to: number): number {
    const link = this.#free.pop() ?? this.#used++
    this.#reserveLinks(link + 1)
    this.reserve(from + 1, to + 1)
    this.from[link] = from
    this.to[link] = to
    const [out, into] = [this.firstOut[from]!, this.firstIn[to]!]
    this.nextOut[link] = out
    this.previousOut[link] = -1
    if (out >= 0) this.previousOut[out] = link
    this.firstOut[from] = link
    this.nextIn[link] = into
    this.previousIn[link] = -1
    if (into >= 0) this.previousIn[into] = link
    this.firstIn[to] = link
    this.size++
    return link
  }

  #reserveLinks(length: number): void {
    if (length <= this.from.length) return
    this.from = grown(this.from, length)
    this.to = grown(this.to, length)
    this.quantity = grown(this.quantity, length)
    this.sortOrder = grown(this.sortOrder, length)
    this.nextOut = grown(this.nextOut, length)
    this.previousOut = grown(this.previousOut, length)
    this.nextIn = grown(this.nextIn, length)
    this.previousIn = grown(this.previousIn, length)
    this.noted = grown(this.noted, length)
  }
}
