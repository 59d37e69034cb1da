import type { StructureEvent } from '#contracts/assembly/events.ts'
import type { KeptLink } from '#contracts/assembly/links.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { effectOf, type DataWith } from '#contracts/events.ts'
import { Links } from '#graph/links.ts'
import { RollUpCache } from '#graph/roll-up-cache.ts'
import { rollUp, type RollUp } from '#graph/roll-up.ts'
import { pathUp, reach } from '#graph/walk.ts'
import {
  DissolvedAssemblies,
  type DissolvedAssembliesDump,
  type SubassemblyLink,
} from './dissolved-assemblies.ts'

export type Verdict =
  | { readonly fits: true }
  | { readonly fits: false; readonly cycle: readonly number[] }
  | { readonly fits: false; readonly limit: 'depth' | 'pairs' }

export type GraphLimits = { readonly depth: number; readonly pairsPerLink: number }

export type GraphDump = {
  readonly links: readonly SubassemblyLink[]
  readonly dissolved: DissolvedAssembliesDump
  readonly versions: ReadonlyMap<number, number>
}

/** Levels below an assembly, and an upper bound for its number of assemblies, itself included. */
type Size = { readonly height: number; readonly atMost: number; readonly isExact: boolean }

export class StructureGraph {
  readonly #links = new Links<SubassemblyLink>()
  readonly dissolved = new DissolvedAssemblies()
  #versions = new Map<number, number>()
  readonly #sizes = new RollUpCache<SubassemblyLink, Size>(this.#links, (_, links, sizeOf) => {
    const sizes = links.map(({ to }) => sizeOf(to)!)
    return {
      height: sizes.reduce((most, { height }) => Math.max(most, height + 1), 0),
      atMost: sizes.reduce((sum, { atMost }) => sum + atMost, 1),
      isExact: links.length === 0,
    }
  })

  get(parent: number, child: number): KeptLink | undefined {
    return this.#links.get(parent, child)
  }

  childrenOf(id: number): number[] {
    return this.#links.out(id).map(({ to }) => to)
  }

  parentsOf(id: number): number[] {
    return this.#links.into(id).map(({ from }) => from)
  }

  height(id: number): number {
    return this.#sizes.of(id).height
  }

  judge(parent: number, child: number, limits: GraphLimits): Verdict {
    const above = reach(this.#links, [parent], 'up')
    if (above.has(child)) {
      const up = pathUp(this.#links, parent, child)!
      return { fits: false, cycle: [parent, ...up.toReversed()] }
    }
    const pairsLeft = Math.floor(limits.pairsPerLink / above.size)
    if (pairsLeft === 0) return { fits: false, limit: 'pairs' }
    if (this.#liesDeeperThan(limits.depth - 1 - this.height(child), parent, above))
      return { fits: false, limit: 'depth' }
    return this.#holdsMoreThan(child, pairsLeft) ? { fits: false, limit: 'pairs' } : { fits: true }
  }

  /** Walks upwards only where the known heights do not decide it. */
  #liesDeeperThan(limit: number, id: number, above: ReadonlySet<number>): boolean {
    if (above.size <= limit) return false
    let highest = 0
    for (const one of above) highest = Math.max(highest, this.height(one))
    return highest - this.height(id) > limit && depthOf(rollUp(this.#links, id, 'up')) > limit
  }

  /**
   * True if it contains more assemblies than the limit, itself included. Counts only if the upper bound does not
   * decide it.
   */
  #holdsMoreThan(id: number, limit: number): boolean {
    const known = this.#sizes.of(id)
    if (known.isExact || known.atMost <= limit) return known.atMost > limit
    const count = reach(this.#links, [id], 'down').size
    this.#sizes.set(id, { ...known, atMost: count, isExact: true })
    return count > limit
  }

  link(parent: number, child: number, kept: KeptLink): void {
    // A clone may copy a link to an assembly that was removed meanwhile; that link is dropped.
    if (this.dissolved.has(parent) || this.dissolved.has(child)) return
    if (this.#closesCycle(parent, child)) throw new Error(`Assembly ${parent} contains itself`)
    if (this.#links.set({ ...kept, from: parent, to: child })) this.#sizes.invalidate(parent)
  }

  unlink(parent: number, child: number): void {
    if (this.#links.remove(parent, child)) this.#sizes.invalidate(parent)
  }

  /**
   * The revision of its last structure event plus one. Added to the revision of its own stream it gives the assembly's
   * version, which only rises, since both do.
   */
  version(id: number): bigint {
    return BigInt(this.#versions.get(id) ?? 0)
  }

  take({ type, data, metadata: { at }, revision }: RecordedEvent): void {
    if (effectOf(type) === 'cloned') {
      const { assemblyId, subassemblies } = data as DataWith<'cloned'>
      for (const { childId, ...link } of subassemblies)
        this.link(assemblyId, childId, { ...link, at })
      return
    }
    const event = { type, data } as StructureEvent
    for (const id of this.#changedBy(event)) this.#versions.set(id, Number(revision) + 1)
    this.change(event, at)
  }

  #changedBy({ type, data }: StructureEvent): readonly number[] {
    if (type === 'AssemblyDissolved') return this.parentsOf(data.assemblyId)
    return [type === 'AssemblyReinstated' ? data.assemblyId : data.parentId]
  }

  /** Applies a change. Returns a function that undoes it. */
  change(event: StructureEvent, at: string): () => void {
    if (event.type === 'AssemblyDissolved') return this.#dissolve(event.data.assemblyId)
    if (event.type === 'AssemblyReinstated') return this.dissolved.remove(event.data.assemblyId)
    const { parentId, childId } = event.data
    const before = this.get(parentId, childId)
    this.#put(parentId, childId, linkAfter(event, before?.at ?? at))
    return () => this.#put(parentId, childId, before ?? null)
  }

  #put(parent: number, child: number, link: KeptLink | null): void {
    if (link) this.link(parent, child, link)
    else this.unlink(parent, child)
  }

  #dissolve(id: number): () => never {
    const links = [...this.#links.out(id), ...this.#links.into(id)]
    this.dissolved.add(id, links)
    for (const { from, to } of links) this.unlink(from, to)
    return () => {
      throw new Error('What is dissolved is not tried')
    }
  }

  dump(): GraphDump {
    return {
      links: [...this.#links],
      dissolved: this.dissolved.dump(),
      versions: this.#versions,
    }
  }

  load({ links, dissolved, versions }: GraphDump): void {
    this.dissolved.load(dissolved)
    this.#versions = new Map(versions)
    for (const link of links) this.#links.set(link)
  }

  #closesCycle(parent: number, child: number): boolean {
    if (parent === child) return true
    const isLeaf = this.#links.out(child).length === 0
    return !isLeaf && pathUp(this.#links, parent, child) !== null
  }
}

export const linkAfter = ({ data }: StructureEvent, at: string): KeptLink | null => {
  if (!('quantity' in data)) return null
  const { quantity, notes, sortOrder } = data
  return { quantity, notes, sortOrder, at }
}

const depthOf = ({ totals }: RollUp): number => {
  let depth = 0
  for (const { maxDepth } of totals.values()) depth = Math.max(depth, maxDepth)
  return depth
}
