import type { LinkKind, PartKind } from '#contracts/assembly/links.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { Values } from '#contracts/fields.ts'
import { Catalogue } from './catalogue.ts'
import { Costs } from './costs.ts'
import { Dirty } from './dirty.ts'
import { addAssembly, addPart, newGraph } from './graph.ts'
import { grown } from './growing.ts'
import type { Item } from './items.ts'
import type { LinkValues } from './links.ts'
import { LineCounts } from './tree.ts'

type PartLink = LinkValues & {
  readonly assemblyId: number
  readonly part: PartKind
  readonly partId: number
}
type SubLink = LinkValues & { readonly parentId: number; readonly childId: number }

/**
 * Graph and records in memory, and what is derived from them. Takes the facts one by one, and remembers which
 * pairs of the closure they touch until the end of the batch.
 */
export class BomModel {
  readonly graph = newGraph()
  readonly catalogue = new Catalogue()
  readonly costs = new Costs(this.graph, this.catalogue)
  readonly counts = new LineCounts(this.graph)
  /** Null while the closure is not followed, because it will be computed whole at the end. */
  dirty: Dirty | null = new Dirty()

  /** 1 where the assembly exists: also while the tables are filled, when no item is held. */
  #existing = new Uint8Array(16)

  hasAssembly = (assembly: number): boolean => this.#existing[assembly] === 1

  /** What a record shows is read from its row; that an assembly exists, and what names are, is known at once. */
  register(entity: EntityName, id: number, values: Values): void {
    if (entity === 'assemblytypes') this.#registerAssembly(id)
    else if (entity === 'suppliers' || entity === 'manufacturers')
      this.catalogue.name(entity, id, String(values.name))
  }

  revise(entity: EntityName, id: number, changes: Values): void {
    if (entity !== 'assemblytypes' && 'name' in changes) this.register(entity, id, changes)
  }

  remove(entity: EntityName, id: number): void {
    if (entity === 'assemblytypes') this.#removeAssembly(id)
    else if (entity === 'suppliers' || entity === 'manufacturers')
      this.catalogue.name(entity, id, null)
  }

  /** Null of a record that does not exist, and of a part that no assembly has linked to since the model was loaded. */
  item(kind: LinkKind, id: number): Item | null {
    const node =
      kind === 'subassembly' ? this.graph.assemblies.of(id) : this.graph.parts.of(kind, id)
    const items = kind === 'subassembly' ? this.catalogue.assemblies : this.catalogue.parts
    return items[node] ?? null
  }

  /** Does what the record shows have to be known here? */
  isHeld(kind: LinkKind, id: number): boolean {
    if (kind === 'subassembly') return true
    const part = this.graph.parts.of(kind, id)
    return (
      part >= 0 && (Boolean(this.catalogue.parts[part]) || this.graph.leaves.firstIn[part]! >= 0)
    )
  }

  /** What a record shows from now on; null where there is no such record. */
  put(kind: LinkKind, id: number, item: Item | null): void {
    if (kind !== 'subassembly') return this.#setPart(addPart(this.graph, kind, id), item)
    if (item) this.#registerAssembly(id)
    this.catalogue.assemblies[this.#assembly(id)] = item
  }

  /** True when the link is new, false when it is one that changes. */
  linkPart(link: PartLink): boolean {
    const assembly = this.#assembly(link.assemblyId)
    const part = addPart(this.graph, link.part, link.partId)
    this.#reserveParts(part)
    this.#touch(assembly)
    return this.graph.leaves.set(assembly, part, link)
  }

  unlinkPart({ assemblyId, part, partId }: Omit<PartLink, keyof LinkValues>): void {
    const { assemblies, parts, leaves } = this.graph
    const assembly = assemblies.of(assemblyId)
    const link = leaves.find(assembly, parts.of(part, partId))
    if (link < 0) return
    leaves.remove(link)
    this.#touch(assembly)
  }

  linkSub(link: SubLink): boolean {
    const parent = this.#assembly(link.parentId)
    const child = this.#assembly(link.childId)
    const { subs } = this.graph
    const known = subs.find(parent, child)
    const isNew = known < 0
    // Another note or place in the list is in no total.
    if (isNew || subs.quantity[known] !== link.quantity) {
      this.#touch(parent)
      this.dirty?.markLink(this, parent, child, isNew)
    }
    subs.set(parent, child, link)
    return isNew
  }

  unlinkSub({ parentId, childId }: Omit<SubLink, keyof LinkValues>): void {
    const { assemblies, subs } = this.graph
    const parent = assemblies.of(parentId)
    const child = assemblies.of(childId)
    const link = subs.find(parent, child)
    if (link < 0) return
    this.#touch(parent)
    this.dirty?.markLink(this, parent, child, false)
    subs.remove(link)
  }

  /** The assembly leaves the structure, with every link from and to it. */
  dissolve(id: number): void {
    const { assemblies, subs } = this.graph
    const assembly = assemblies.of(id)
    if (assembly < 0) return
    const links = [...subs.outOf(assembly), ...subs.into(assembly)]
    if (links.length === 0) return
    this.#touch(assembly)
    this.dirty?.markAssembly(this, assembly, false)
    for (const link of links) subs.remove(link)
  }

  #removeAssembly(id: number): void {
    const assembly = this.graph.assemblies.of(id)
    if (assembly < 0) return
    this.dissolve(id)
    for (const link of this.graph.leaves.outOf(assembly)) this.graph.leaves.remove(link)
    this.#touch(assembly)
    this.catalogue.assemblies[assembly] = null
    this.dirty?.markAssembly(this, assembly, false)
    this.#existing[assembly] = 0
  }

  #registerAssembly(id: number): void {
    const assembly = this.#assembly(id)
    if (this.hasAssembly(assembly)) return
    this.dirty?.markAssembly(this, assembly, true)
    this.#existing = grown(this.#existing, assembly + 1)
    this.#existing[assembly] = 1
  }

  #assembly(id: number): number {
    const assembly = addAssembly(this.graph, id)
    while (this.catalogue.assemblies.length <= assembly) this.catalogue.assemblies.push(null)
    return assembly
  }

  #setPart(part: number, item: Item | null): void {
    const { parts } = this.catalogue
    this.#reserveParts(part)
    const before = parts[part] ?? null
    parts[part] = item
    if (isPricedAlike(before, item)) return
    this.catalogue.prices.set(part, item)
    const { leaves } = this.graph
    for (let link = leaves.firstIn[part] ?? -1; link >= 0; link = leaves.nextIn[link]!)
      this.costs.touch(leaves.from[link]!)
  }

  #reserveParts(part: number): void {
    const { parts, prices } = this.catalogue
    for (; parts.length <= part; parts.push(null)) prices.set(parts.length, null)
  }

  #touch(assembly: number): void {
    this.costs.touch(assembly)
    this.counts.touch(assembly)
  }
}

const isPricedAlike = (a: Item | null, b: Item | null) =>
  (a?.cost ?? null) === (b?.cost ?? null) &&
  (a?.sales ?? 0) === (b?.sales ?? 0) &&
  (a?.traits.currency ?? 0) === (b?.traits.currency ?? 0) &&
  a?.traits.share?.times === b?.traits.share?.times &&
  a?.traits.share?.per === b?.traits.share?.per
