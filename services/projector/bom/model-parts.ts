import { kindsOfLink, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { Links } from '#graph/links.ts'
import type { BomLink, BomLinks } from './bom-links.ts'
import type { Item } from './items.ts'

export type Named = 'suppliers' | 'manufacturers'

export const isNamed = (entity: string): entity is Named =>
  entity === 'suppliers' || entity === 'manufacturers'

export const byKind = <Value>(make: (kind: LinkKind) => Value) =>
  Object.fromEntries(kindsOfLink.map((kind) => [kind, make(kind)])) as Record<LinkKind, Value>

/** What a model is made of: without links and records unless it is said. */
export const emptyParts = () => ({
  links: byKind(() => new Links<BomLink>()) as BomLinks,
  /** What is shown of the records. */
  items: byKind(() => new Map<number, Item>()),
  /** Which assemblies exist: also while the tables are filled, when no item is held. */
  assemblies: new Set<number>(),
  names: {
    suppliers: new Map<number, string>(),
    manufacturers: new Map<number, string>(),
  },
})
export type Parts = ReturnType<typeof emptyParts>
