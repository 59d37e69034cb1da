import type { AssemblyEvent, StructureEvent } from '#contracts/assembly/events.ts'
import type { KeptLink } from '#contracts/assembly/links.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { Links } from '#graph/links.ts'
import { RollUpCache } from '#graph/roll-up-cache.ts'
import { rollUp, type RollUp } from '#graph/roll-up.ts'
import { pathBetween, reach } from '#graph/walk.ts'

export type Verdict =
  | { readonly fits: true }
  | { readonly fits: false; readonly circle: readonly number[] }
  | { readonly fits: false; readonly limit: 'depth' | 'pairs' }

export type GraphLimits = { readonly depth: number; readonly pairsPerLink: number }

export type GraphDump = {
  readonly links: readonly (readonly [number, number, KeptLink])[]
  readonly dissolved: readonly number[]
  readonly versions: ReadonlyMap<number, number>
}

type SubassemblyLink = {
  readonly from: number
  readonly to: number
  readonly quantity: number
  readonly kept: KeptLink
}

type Size = { readonly atMost: number; readonly isExact: boolean }

export class StructureGraph {
  readonly #links = new Links<SubassemblyLink>()
  #dissolved = new Set<number>()
  /** By assembly: one more than the revision of the last event that changed what is in it. */
  #versions = new Map<number, number>()
  readonly #heights = new RollUpCache<SubassemblyLink, number>(this.#links, (_, links, heightOf) =>
    links.reduce((height, { to }) => Math.max(height, (heightOf(to) ?? 0) + 1), 0),
  )
  /** How many assemblies are in each, itself included: the lines of its tree at most. */
  readonly #sizes = new RollUpCache<SubassemblyLink, Size>(this.#links, (_, links, sizeOf) => ({
    atMost: links.reduce((sum, { to }) => sum + (sizeOf(to)?.atMost ?? 0), 1),
    isExact: links.length === 0,
  }))

  get size(): number {
    return this.#links.size
  }

  get dissolvedIds(): readonly number[] {
    return [...this.#dissolved]
  }

  isDissolved(id: number): boolean {
    return this.#dissolved.has(id)
  }

  get(parent: number, child: number): KeptLink | undefined {
    return this.#links.get(parent, child)?.kept
  }

  childrenOf(id: number): number[] {
    return this.#links.out(id).map(({ to }) => to)
  }

  parentsOf(id: number): number[] {
    return this.#links.into(id).map(({ from }) => from)
  }

  height(id: number): number {
    return this.#heights.of(id)
  }

  judge(parent: number, child: number, limits: GraphLimits): Verdict {
    const above = reach(this.#links, parent, 'up')
    if (above.has(child)) return { fits: false, circle: this.#circle(parent, child) }
    const pairsLeft = Math.floor(limits.pairsPerLink / above.size)
    if (pairsLeft === 0) return { fits: false, limit: 'pairs' }
    if (this.#liesDeeperThan(limits.depth - 1 - this.height(child), parent, above))
      return { fits: false, limit: 'depth' }
    return this.#holdsMoreThan(child, pairsLeft) ? { fits: false, limit: 'pairs' } : { fits: true }
  }

  /** Follows the ways up only where the heights of what is above leave it open. */
  #liesDeeperThan(limit: number, id: number, above: ReadonlySet<number>): boolean {
    if (above.size <= limit) return false
    let highest = 0
    for (const one of above) highest = Math.max(highest, this.height(one))
    return highest - this.height(id) > limit && depthOf(rollUp(this.#links, id, 'up')) > limit
  }

  /** More than so many assemblies, itself included? Counts them only where their bound leaves it open, and once. */
  #holdsMoreThan(id: number, limit: number): boolean {
    const { atMost, isExact } = this.#sizes.of(id)
    if (isExact || atMost <= limit) return atMost > limit
    const count = reach(this.#links, id, 'down').size
    this.#sizes.set(id, { atMost: count, isExact: true })
    return count > limit
  }

  link(parent: number, child: number, kept: KeptLink): void {
    // A clone that copied a link to what was taken out of the structure meanwhile: the link goes too.
    if (this.isDissolved(parent) || this.isDissolved(child)) return
    if (this.#closesCircle(parent, child)) throw new Error(`Assembly ${parent} contains itself`)
    const link = { from: parent, to: child, quantity: kept.quantity, kept }
    if (this.#links.set(link)) this.#invalidate(parent)
  }

  unlink(parent: number, child: number): void {
    if (this.#links.remove(parent, child)) this.#invalidate(parent)
  }

  /**
   * What an assembly's version has besides the revision of its own stream: how far the structure had come
   * when its subassemblies changed last. Both only rise, and so does their sum.
   */
  version(id: number): bigint {
    return BigInt(this.#versions.get(id) ?? 0)
  }

  /** The assemblies whose subassemblies an event changes, on the graph as it is before it. */
  parentsIn({ type, data }: StructureEvent): readonly number[] {
    return type === 'AssemblyDissolved' ? this.parentsOf(data.assemblyId) : [data.parentId]
  }

  /** Takes in what the log holds. */
  take({ type, data, metadata: { at }, revision }: RecordedEvent): void {
    const event = { type, data } as
      | StructureEvent
      | Extract<AssemblyEvent, { type: 'AssemblyCloned' }>
    if (event.type === 'AssemblyCloned') {
      const { assemblyId, subassemblies } = event.data
      for (const { childId, ...link } of subassemblies)
        this.link(assemblyId, childId, { ...link, at })
      return
    }
    for (const id of this.parentsIn(event)) this.#versions.set(id, Number(revision) + 1)
    this.change(event, at)
  }

  /** What it answers takes the change back. */
  change(event: StructureEvent, at: string): () => void {
    if (event.type === 'AssemblyDissolved') return this.#dissolve(event.data.assemblyId)
    const { parentId, childId } = event.data
    const before = this.get(parentId, childId)
    if (event.type === 'SubassemblyUnlinked') this.unlink(parentId, childId)
    else {
      const { quantity, notes, sortOrder } = event.data
      this.link(parentId, childId, { quantity, notes, sortOrder, at: before?.at ?? at })
    }
    return () => (before ? this.link(parentId, childId, before) : this.unlink(parentId, childId))
  }

  #dissolve(id: number): () => void {
    const links = [...this.#links.out(id), ...this.#links.into(id)]
    this.#dissolved.add(id)
    for (const { from, to } of links) this.unlink(from, to)
    return () => {
      this.#dissolved.delete(id)
      for (const { from, to, kept } of links) this.link(from, to, kept)
    }
  }

  dump(): GraphDump {
    return {
      links: Array.from(this.#links, ({ from, to, kept }) => [from, to, kept] as const),
      dissolved: this.dissolvedIds,
      versions: this.#versions,
    }
  }

  load({ links, dissolved, versions }: GraphDump): void {
    this.#dissolved = new Set(dissolved)
    this.#versions = new Map(versions)
    for (const [from, to, kept] of links)
      this.#links.set({ from, to, quantity: kept.quantity, kept })
  }

  #closesCircle(parent: number, child: number): boolean {
    if (parent === child) return true
    const isLeaf = this.#links.out(child).length === 0
    return !isLeaf && pathBetween(this.#links, parent, child, 'up') !== null
  }

  /** Searched for upwards: little lies above an assembly, and much may lie below. */
  #circle(parent: number, child: number): readonly number[] {
    return [parent, ...pathBetween(this.#links, parent, child, 'up')!.toReversed()]
  }

  #invalidate(parent: number): void {
    this.#heights.invalidate(parent)
    this.#sizes.invalidate(parent)
  }
}

const depthOf = ({ totals }: RollUp): number => {
  let depth = 0
  for (const { maxDepth } of totals.values()) depth = Math.max(depth, maxDepth)
  return depth
}
