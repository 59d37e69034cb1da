import { linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { EntityName } from '#contracts/entity.ts'
import { LRUCache } from 'lru-cache'
import { plus, type Exact } from '#graph/exact.ts'
import { RollUpCache } from '#graph/roll-up-cache.ts'
import { childCount, type BomLink, type LinkKey } from './bom-links.ts'
import { ClosureChanges } from './closure.ts'
import { costOfAssembly, type Cost } from './cost.ts'
import { explode, type FlatBom } from './explode.ts'
import { missingItem, type Item } from './items.ts'
import { emptyParts, type Named, type Parts } from './model-parts.ts'

/** Over all cached flat lists; about 100 bytes each. */
const linesKept = 300_000

export type LinkValues = Omit<BomLink, 'from' | 'to'>

/** For a link, the record is its assembly. */
export type ChangeObserver = { readonly beforeChange: (entity: EntityName, id: number) => void }

/** The graph and its records in memory, with derived values, and the closure pairs that a batch affects. */
export class BomModel {
  readonly links: Parts['links']
  readonly items: Parts['items']
  readonly names: Parts['names']
  readonly costs: RollUpCache<BomLink, Cost>
  /** Number of tree lines below each assembly. May be exponential, but is computed in linear time. */
  readonly lineCounts: RollUpCache<BomLink, Exact>
  /** A dialog requests lines, summary and costs of one assembly, which is exploded once. */
  readonly #flats = new LRUCache<number, FlatBom>({
    maxSize: linesKept,
    sizeCalculation: ({ lines }) => lines.length + 1,
    memoMethod: (assembly) => this.#unchanged(assembly)?.flat(assembly) ?? explode(this, assembly),
  })
  /** Null except during a batch. */
  closureChanges: ClosureChanges | null = new ClosureChanges()
  readonly #unchanged: (assembly: number) => BomModel | undefined
  /** Weak, so that unused observers are collected. */
  readonly #observers = new Set<WeakRef<ChangeObserver>>()

  /** `unchanged` lends its costs of assemblies that are equal in both models. */
  constructor(
    parts: Parts = emptyParts(),
    unchanged: (assembly: number) => BomModel | undefined = () => undefined,
  ) {
    this.links = parts.links
    this.items = parts.items
    this.names = parts.names
    this.costs = new RollUpCache(
      this.links.subassembly,
      (assembly, links, costOf) => costOfAssembly(this, assembly, links, costOf),
      (assembly) => unchanged(assembly)?.costs.of(assembly),
    )
    this.lineCounts = new RollUpCache(
      this.links.subassembly,
      (assembly, links, countOf) =>
        links.reduce(
          (count, { to }) => plus(count, countOf(to) ?? 0),
          childCount(this.links, assembly) as Exact,
        ),
      (assembly) => unchanged(assembly)?.lineCounts.of(assembly),
    )
    this.#unchanged = unchanged
  }

  addObserver(observer: ChangeObserver): void {
    this.#observers.add(new WeakRef(observer))
  }

  get assemblies(): ReadonlyMap<number, Item> {
    return this.items.subassembly
  }

  name(entity: Named, id: number, name: string | null): void {
    this.#notify(entity, id)
    if (name === null) this.names[entity].delete(id)
    else this.names[entity].set(id, name)
  }

  item(kind: LinkKind, id: number): Item {
    return this.items[kind].get(id) ?? missingItem(kind, id)
  }

  flat(assembly: number): FlatBom {
    return this.#flats.memo(assembly)
  }

  /** Call it after links or items have changed. */
  forgetFlats(): void {
    this.#flats.clear()
  }

  /** An assembly that goes has lost its links before. */
  put(kind: LinkKind, id: number, item: Item | null): void {
    this.#notify(linkKinds[kind].entity, id)
    if (kind !== 'subassembly')
      for (const { from } of this.links[kind].into(id)) this.costs.invalidate(from)
    else if (this.assemblies.has(id) !== (item !== null)) this.#touch(kind, id, id)
    if (item) this.items[kind].set(id, item)
    else this.items[kind].delete(id)
  }

  link({ kind, from, to }: LinkKey, { quantity, sortOrder, notes }: LinkValues): void {
    this.#notify('assemblytypes', from)
    const links = this.links[kind]
    // Notes and order affect no total.
    if (links.get(from, to)?.quantity !== quantity) this.#touch(kind, from, to)
    // Kept small, since there may be a million.
    links.set({ from, to, quantity, sortOrder, notes: notes || null })
  }

  unlink({ kind, from, to }: LinkKey): void {
    if (!this.links[kind].get(from, to)) return
    this.#notify('assemblytypes', from)
    this.#touch(kind, from, to)
    this.links[kind].remove(from, to)
  }

  #notify(entity: EntityName, id: number): void {
    for (const reference of this.#observers) {
      const observer = reference.deref()
      if (observer) observer.beforeChange(entity, id)
      else this.#observers.delete(reference)
    }
  }

  /** Call it before the link changes. */
  #touch(kind: LinkKind, from: number, to: number): void {
    this.costs.invalidate(from)
    this.lineCounts.invalidate(from)
    if (kind === 'subassembly') this.closureChanges?.touch(this.links.subassembly, from, to)
  }
}
