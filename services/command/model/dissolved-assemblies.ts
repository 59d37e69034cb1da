import type { KeptLink } from '#contracts/assembly/links.ts'
import type { Link } from '#graph/links.ts'

export type SubassemblyLink = Link & KeptLink

export type DissolvedAssembliesDump = {
  readonly ids: ReadonlySet<number>
  readonly returning: ReadonlySet<number>
  readonly taken: ReadonlyMap<number, readonly SubassemblyLink[]>
  readonly waiting: readonly SubassemblyLink[]
}

/** Assemblies that are out of the structure, and the links that they took along. */
export class DissolvedAssemblies {
  #ids = new Set<number>()
  /** Back in the catalogue, and not yet in the structure. */
  #returning = new Set<number>()
  #taken = new Map<number, readonly SubassemblyLink[]>()
  /** Links of assemblies that came back, to some that have not. */
  #waiting: readonly SubassemblyLink[] = []

  has(id: number): boolean {
    return this.#ids.has(id)
  }

  isReturning(id: number): boolean {
    return this.#returning.has(id)
  }

  ids(): readonly number[] {
    return [...this.#ids]
  }

  add(id: number, links: readonly SubassemblyLink[]): void {
    this.#ids.add(id)
    this.#taken.set(id, links)
  }

  expect(id: number): void {
    if (this.#ids.has(id)) this.#returning.add(id)
  }

  /** What was in an assembly when it went, and has gone since. */
  goneFrom(id: number): readonly number[] {
    return this.#takenBy(id)
      .filter(({ from, to }) => from === id && this.#ids.has(to))
      .map(({ to }) => to)
  }

  /** The links that come back with an assembly: those whose other end is there. */
  linksOf(id: number): readonly SubassemblyLink[] {
    return this.#known(id).filter(({ from, to }) => !this.#ids.has(from === id ? to : from))
  }

  /** The assembly is in the structure again. Gives the way back. */
  remove(id: number): () => void {
    const [taken, waiting, isReturning] = [this.#takenBy(id), this.#waiting, this.isReturning(id)]
    this.#ids.delete(id)
    this.#returning.delete(id)
    this.#taken.delete(id)
    this.#waiting = [...taken, ...waiting].filter(
      ({ from, to }) => this.#ids.has(from) || this.#ids.has(to),
    )
    return () => {
      this.add(id, taken)
      this.#waiting = waiting
      if (isReturning) this.#returning.add(id)
    }
  }

  dump(): DissolvedAssembliesDump {
    const [ids, returning, taken] = [this.#ids, this.#returning, this.#taken]
    return { ids, returning, taken, waiting: this.#waiting }
  }

  load({ ids, returning, taken, waiting }: DissolvedAssembliesDump): void {
    this.#ids = new Set(ids)
    this.#returning = new Set(returning)
    this.#taken = new Map(taken)
    this.#waiting = waiting
  }

  #takenBy(id: number): readonly SubassemblyLink[] {
    return this.#taken.get(id) ?? []
  }

  #known(id: number): readonly SubassemblyLink[] {
    const waiting = this.#waiting.filter(({ from, to }) => from === id || to === id)
    return [...this.#takenBy(id), ...waiting]
  }
}
