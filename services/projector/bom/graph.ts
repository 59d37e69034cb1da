import { partKinds, type PartKind } from '#contracts/assembly/links.ts'
import { grown } from './growing.ts'
import { Links } from './links.ts'
import { Numbering } from './numbering.ts'
import { NumbersById } from './numbers-by-id.ts'
import { byKeys } from './sorted.ts'

/** Components, motors and sensors share one set of dense numbers, so that one array serves all three. */
export class Parts {
  ids = new Int32Array(16)
  /** Index into partKinds. */
  kinds = new Uint8Array(16)
  size = 0
  #ordered: readonly number[] = []
  readonly #numbers = partKinds.map(() => new NumbersById())

  of(kind: PartKind, id: number): number {
    return this.#numbers[partKinds.indexOf(kind)]!.of(id)
  }

  add(kind: PartKind, id: number): number {
    const numbers = this.#numbers[partKinds.indexOf(kind)]!
    const known = numbers.of(id)
    if (known >= 0) return known
    this.ids = grown(this.ids, this.size + 1)
    this.kinds = grown(this.kinds, this.size + 1)
    this.ids[this.size] = id
    this.kinds[this.size] = partKinds.indexOf(kind)
    numbers.set(id, this.size)
    return this.size++
  }

  /** All of them by kind, then id; kept until there are more. */
  inOrder(): readonly number[] {
    if (this.#ordered.length !== this.size)
      this.#ordered = byKeys(
        Array.from({ length: this.size }, (_, part) => part),
        (part) => this.keyOf(part),
      )
    return this.#ordered
  }

  /** Kind first, then id: below 2^33. */
  keyOf(part: number): number {
    return this.kinds[part]! * 2 ** 31 + this.ids[part]!
  }

  kindOf(part: number): PartKind {
    return partKinds[this.kinds[part]!]!
  }
}

/**
 * Who contains what, in memory. Assemblies and parts are dense numbers; `subs` are the links from assembly
 * to assembly, `leaves` those from assembly to part, so that what concerns assemblies only never meets a part.
 */
export type Graph = {
  readonly assemblies: Numbering
  readonly parts: Parts
  readonly subs: Links
  readonly leaves: Links
}

export const newGraph = (): Graph => ({
  assemblies: new Numbering(),
  parts: new Parts(),
  subs: new Links(),
  leaves: new Links(),
})

export const addAssembly = (graph: Graph, id: number): number => {
  const assembly = graph.assemblies.add(id)
  graph.subs.reserve(assembly + 1, assembly + 1)
  graph.leaves.reserve(assembly + 1, 0)
  return assembly
}

export const addPart = (graph: Graph, kind: PartKind, id: number): number => {
  const part = graph.parts.add(kind, id)
  graph.leaves.reserve(0, part + 1)
  return part
}
