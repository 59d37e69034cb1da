import { kindsOfLink, type LinkKind, type PartKind } from '#contracts/assembly/link-kinds.ts'
import type { Links } from '#graph/links.ts'

export type BomLink = {
  readonly from: number
  readonly to: number
  readonly quantity: number
  readonly sortOrder: number
  readonly notes: string | null
}

/** Identifies a link: an assembly links to the same item at most once. */
export type LinkKey = { readonly kind: LinkKind; readonly from: number; readonly to: number }

type PartKey = { readonly assemblyId: number; readonly part: PartKind; readonly partId: number }
type SubKey = { readonly parentId: number; readonly childId: number }

export const partLink = ({ assemblyId, part, partId }: PartKey): LinkKey => ({
  kind: part,
  from: assemblyId,
  to: partId,
})
export const subLink = ({ parentId, childId }: SubKey): LinkKey => ({
  kind: 'subassembly',
  from: parentId,
  to: childId,
})

export const linkIn = (data: PartKey | SubKey): LinkKey =>
  'parentId' in data ? subLink(data) : partLink(data)

/** One graph per kind, since ids are unique within a kind only. */
export type BomLinks = Readonly<Record<LinkKind, Links<BomLink>>>

export type Structure = {
  readonly links: Pick<BomLinks, 'subassembly'>
  readonly assemblies: Pick<ReadonlySet<number>, 'has' | 'keys'>
}

export type Child = {
  readonly kind: LinkKind
  readonly id: number
  readonly quantity: number
  readonly notes: string | null
}

/** The direct contents, in the order set by staff; without one: components, motors, sensors, assemblies, each by id. */
export const childrenOf = (links: BomLinks, assembly: number): readonly Child[] =>
  kindsOfLink
    .flatMap((kind, rank) =>
      links[kind].out(assembly).map(({ to, quantity, sortOrder, notes }) => ({
        child: { kind, id: to, quantity, notes },
        sortOrder,
        rank,
      })),
    )
    .toSorted((a, b) => a.sortOrder - b.sortOrder || a.rank - b.rank || a.child.id - b.child.id)
    .map(({ child }) => child)

export const childCount = (links: BomLinks, assembly: number): number =>
  kindsOfLink.reduce((count, kind) => count + links[kind].out(assembly).length, 0)
