import { linkKinds, partKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { Values } from '#contracts/fields.ts'
import { LRUCache } from 'lru-cache'
import { plus, type Exact } from '#graph/exact.ts'
import { RollUpCache } from '#graph/roll-up-cache.ts'
import { childCount, type BomLink, type LinkKey } from './bom-links.ts'
import { ClosureChanges } from './closure.ts'
import { costOfAssembly, type Cost } from './cost.ts'
import { explode, type FlatBom } from './explode.ts'
import { missingItem, type Item } from './items.ts'
import { emptyParts, isNamed, type Parts } from './model-parts.ts'

/** Of all exploded stykklister together, some 100 bytes each. */
const linesKept = 300_000

type LinkValues = Omit<BomLink, 'from' | 'to'>

/** Told of a record before it changes. */
export type Keeper = { readonly keep: (entity: EntityName, id: number) => void }

/** Links and records in memory, what follows from them, and which pairs of the closure a batch touches. */
export class BomModel {
  readonly links: Parts['links']
  readonly items: Parts['items']
  /** Which exist: also while the tables are filled, when no item is held. */
  readonly assemblies = new Set<number>()
  readonly names: Parts['names']
  readonly costs: RollUpCache<BomLink, Cost>
  /** How many lines lie below each assembly, all occurrences counted: exponential in number, not in work. */
  readonly lineCounts: RollUpCache<BomLink, Exact>
  /** Of one assembly a dialog asks for lines, summary and costs: it is exploded once. */
  readonly #flats = new LRUCache<number, FlatBom>({
    maxSize: linesKept,
    sizeCalculation: ({ lines }) => lines.length + 1,
    memoMethod: (assembly) => this.#unchanged(assembly)?.flat(assembly) ?? explode(this, assembly),
  })
  /** Null while the closure is not followed, because it will be computed whole at the end. */
  closureChanges: ClosureChanges | null = new ClosureChanges()
  readonly #unchanged: (assembly: number) => BomModel | undefined
  /** Whoever is no longer used elsewhere is no longer told. */
  readonly #keepers = new Set<WeakRef<Keeper>>()

  /** `unchanged` is a model that has the same of an assembly and all below it. */
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

  keepFor(keeper: Keeper): void {
    this.#keepers.add(new WeakRef(keeper))
  }

  /** What a record shows is read from its row; that an assembly exists, and what names are, is known at once. */
  register(entity: EntityName, id: number, values: Values): void {
    this.#keep(entity, id)
    if (entity === 'assemblytypes') this.#registerAssembly(id)
    else if (isNamed(entity) && 'name' in values) this.names[entity].set(id, String(values.name))
  }

  remove(entity: EntityName, id: number): void {
    this.#keep(entity, id)
    if (entity === 'assemblytypes') this.#removeAssembly(id)
    else if (isNamed(entity)) this.names[entity].delete(id)
  }

  item(kind: LinkKind, id: number): Item {
    return this.items[kind].get(id) ?? missingItem(kind, id)
  }

  flat(assembly: number): FlatBom {
    return this.#flats.memo(assembly)
  }

  /** To be called whenever links or items have changed. */
  forgetFlats(): void {
    this.#flats.clear()
  }

  put(kind: LinkKind, id: number, item: Item | null): void {
    this.#keep(linkKinds[kind].entity, id)
    if (item) this.items[kind].set(id, item)
    else this.items[kind].delete(id)
    if (kind === 'subassembly') {
      if (item) this.#registerAssembly(id)
    } else for (const { from } of this.links[kind].into(id)) this.costs.invalidate(from)
  }

  /** True when the link is new, false when it is one that changes. */
  link({ kind, from, to }: LinkKey, { quantity, sortOrder, notes }: LinkValues): boolean {
    this.#keep('assemblytypes', from)
    const links = this.links[kind]
    // Another note or place in the list is in no total.
    if (links.get(from, to)?.quantity !== quantity) this.#touch(kind, from, to)
    // As small as it can be: there may be a million.
    return links.set({ from, to, quantity, sortOrder, notes: notes || null })
  }

  unlink({ kind, from, to }: LinkKey): void {
    if (!this.links[kind].get(from, to)) return
    this.#keep('assemblytypes', from)
    this.#touch(kind, from, to)
    this.links[kind].remove(from, to)
  }

  dissolve(id: number): void {
    const { subassembly } = this.links
    const links = [...subassembly.out(id), ...subassembly.into(id)]
    if (links.length === 0) return
    for (const { from } of links) this.#keep('assemblytypes', from)
    this.#touch('subassembly', id, id)
    for (const { from, to } of links) subassembly.remove(from, to)
  }

  #removeAssembly(id: number): void {
    this.dissolve(id)
    this.#touch('subassembly', id, id)
    for (const kind of partKinds)
      for (const part of this.links[kind].out(id).map(({ to }) => to))
        this.links[kind].remove(id, part)
    this.items.subassembly.delete(id)
    this.assemblies.delete(id)
  }

  #registerAssembly(id: number): void {
    if (this.assemblies.has(id)) return
    this.closureChanges?.touch(this.links.subassembly, id, id)
    this.assemblies.add(id)
  }

  /** To be called before anything of the record changes; of a link, the assembly that it is in. */
  #keep(entity: EntityName, id: number): void {
    for (const reference of this.#keepers) {
      const keeper = reference.deref()
      if (keeper) keeper.keep(entity, id)
      else this.#keepers.delete(reference)
    }
  }

  /** To be called before the link changes. */
  #touch(kind: LinkKind, from: number, to: number): void {
    this.costs.invalidate(from)
    this.lineCounts.invalidate(from)
    if (kind === 'subassembly') this.closureChanges?.touch(this.links.subassembly, from, to)
  }
}
