import type { KeptLink } from '#contracts/assembly/links.ts'
import type { Link } from '#graph/links.ts'

export type SubassemblyLink = Link & KeptLink

export type DissolvedAssembliesDump = {
  /** By dissolved assembly: the links removed with it. */
  readonly taken: Map<number, readonly SubassemblyLink[]>
  /** Restored in the catalogue, but not yet in the structure. */
  readonly returning: Set<number>
  /** Links from restored assemblies to ones that are not restored. */
  waiting: readonly SubassemblyLink[]
}

/** Assemblies removed from the structure, with their former links. */
export class DissolvedAssemblies {
  #kept: DissolvedAssembliesDump = { taken: new Map(), returning: new Set(), waiting: [] }

  has(id: number): boolean {
    return this.#kept.taken.has(id)
  }

  isReturning(id: number): boolean {
    return this.#kept.returning.has(id)
  }

  ids(): readonly number[] {
    return [...this.#kept.taken.keys()]
  }

  add(id: number, links: readonly SubassemblyLink[]): void {
    this.#kept.taken.set(id, links)
  }

  expect(id: number): void {
    if (this.has(id)) this.#kept.returning.add(id)
  }

  /** Former contents that have been removed since. */
  goneFrom(id: number): readonly number[] {
    return this.#takenBy(id)
      .filter(({ from, to }) => from === id && this.has(to))
      .map(({ to }) => to)
  }

  /** Links to restore with an assembly: those whose other end exists. */
  linksOf(id: number): readonly SubassemblyLink[] {
    const waiting = this.#kept.waiting.filter(({ from, to }) => from === id || to === id)
    return [...this.#takenBy(id), ...waiting].filter(
      ({ from, to }) => !this.has(from === id ? to : from),
    )
  }

  /** The assembly is in the structure again. Returns a function that undoes it. */
  remove(id: number): () => void {
    const kept = this.#kept
    const [links, { waiting }, isReturning] = [this.#takenBy(id), kept, this.isReturning(id)]
    kept.taken.delete(id)
    kept.returning.delete(id)
    kept.waiting = [...links, ...waiting].filter(({ from, to }) => this.has(from) || this.has(to))
    return () => {
      this.add(id, links)
      kept.waiting = waiting
      if (isReturning) kept.returning.add(id)
    }
  }

  dump(): DissolvedAssembliesDump {
    return this.#kept
  }

  load(kept: DissolvedAssembliesDump): void {
    this.#kept = kept
  }

  #takenBy(id: number): readonly SubassemblyLink[] {
    return this.#kept.taken.get(id) ?? []
  }
}
