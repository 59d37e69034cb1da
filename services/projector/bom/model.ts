import type { LinkKind, PartKind } from '#contracts/assembly/links.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { Values } from '#contracts/fields.ts'
import type { Price } from '#contracts/pricing.ts'
import { Catalogue } from './catalogue.ts'
import { Dirty } from './closure.ts'
import { costs } from './cost.ts'
import { addAssembly, addPart, newGraph } from './graph.ts'
import { priced, registered, revised, type Item } from './items.ts'
import type { LinkValues } from './links.ts'
import { lineCounts } from './tree.ts'

type PartLink = LinkValues & {
  readonly assemblyId: number
  readonly part: PartKind
  readonly partId: number
}
type SubLink = LinkValues & { readonly parentId: number; readonly childId: number }

const kindOf: Partial<Record<EntityName, LinkKind>> = {
  componenttypes: 'component',
  motortypes: 'motor',
  sensortypes: 'sensor',
  assemblytypes: 'subassembly',
}

/**
 * Graph and records in memory, and what is derived from them. Takes the facts one by one, and remembers which
 * pairs of the closure they touch until the end of the batch.
 */
export class BomModel {
  readonly graph = newGraph()
  readonly catalogue = new Catalogue()
  readonly costs = costs(this.graph, this.catalogue)
  readonly counts = lineCounts(this.graph)
  /** Null while the closure is not followed, because it will be computed whole at the end. */
  dirty: Dirty | null = new Dirty()

  hasAssembly = (assembly: number): boolean => Boolean(this.catalogue.assemblies[assembly])

  register(entity: EntityName, id: number, values: Values): void {
    const kind = kindOf[entity]
    if (kind) this.put(kind, id, registered(kind, id, values))
    else if (entity === 'suppliers' || entity === 'manufacturers')
      this.catalogue.name(entity, id, String(values.name))
  }

  revise(entity: EntityName, id: number, changes: Values): void {
    const kind = kindOf[entity]
    if (!kind) {
      if ('name' in changes) this.register(entity, id, changes)
      return
    }
    const item = this.item(kind, id)
    if (item) this.put(kind, id, revised(kind, item, changes))
  }

  price(entity: EntityName, id: number, price: Price): void {
    const kind = kindOf[entity]
    const item = kind && this.item(kind, id)
    if (kind && item) this.put(kind, id, priced(item, price))
  }

  remove(entity: EntityName, id: number): void {
    const kind = kindOf[entity]
    if (kind === 'subassembly') this.#removeAssembly(id)
    else if (kind) this.#setPart(addPart(this.graph, kind, id), null)
    else if (entity === 'suppliers' || entity === 'manufacturers')
      this.catalogue.name(entity, id, null)
  }

  item(kind: LinkKind, id: number): Item | null {
    const node =
      kind === 'subassembly' ? this.graph.assemblies.of(id) : this.graph.parts.of(kind, id)
    const items = kind === 'subassembly' ? this.catalogue.assemblies : this.catalogue.parts
    return items[node] ?? null
  }

  put(kind: LinkKind, id: number, item: Item): void {
    if (kind !== 'subassembly') return this.#setPart(addPart(this.graph, kind, id), item)
    const assembly = this.#assembly(id)
    const isNew = !this.catalogue.assemblies[assembly]
    this.catalogue.assemblies[assembly] = item
    if (isNew) this.dirty?.markAssembly(this.graph, assembly)
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
    const isNew = this.graph.subs.set(parent, child, link)
    this.#touch(parent)
    this.dirty?.markLink(this.graph, parent, child)
    return isNew
  }

  unlinkSub({ parentId, childId }: Omit<SubLink, keyof LinkValues>): void {
    const { assemblies, subs } = this.graph
    const parent = assemblies.of(parentId)
    const child = assemblies.of(childId)
    const link = subs.find(parent, child)
    if (link < 0) return
    this.#touch(parent)
    this.dirty?.markLink(this.graph, parent, child)
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
    this.dirty?.markAssembly(this.graph, assembly)
    for (const link of links) subs.remove(link)
  }

  #removeAssembly(id: number): void {
    const assembly = this.graph.assemblies.of(id)
    if (assembly < 0) return
    this.dissolve(id)
    for (const link of this.graph.leaves.outOf(assembly)) this.graph.leaves.remove(link)
    this.#touch(assembly)
    this.catalogue.assemblies[assembly] = null
    this.dirty?.markAssembly(this.graph, assembly)
  }

  #assembly(id: number): number {
    const assembly = addAssembly(this.graph, id)
    while (this.catalogue.assemblies.length <= assembly) this.catalogue.assemblies.push(null)
    return assembly
  }

  #setPart(part: number, item: Item | null): void {
    const { parts } = this.catalogue
    this.#reserveParts(part)
    const before = parts[part]?.price ?? null
    parts[part] = item
    if (before === (item?.price ?? null)) return
    this.catalogue.prices.set(part, item?.price ?? null)
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
