import { byKind, kindsOfLink } from '#contracts/assembly/link-kinds.ts'
import { Links } from '#graph/links.ts'
import type { BomLink } from './bom-links.ts'
import type { Item } from './items.ts'

/** A stykkliste shows only the names of these. */
export const namedEntities = ['suppliers', 'manufacturers'] as const
export type Named = (typeof namedEntities)[number]

export const isNamed = (entity: string): entity is Named =>
  namedEntities.some((one) => one === entity)

export const byName = <Value>(make: (entity: Named) => Value) =>
  Object.fromEntries(namedEntities.map((entity) => [entity, make(entity)])) as Record<Named, Value>

export const emptyParts = () => ({
  links: byKind(kindsOfLink, () => new Links<BomLink>()),
  items: byKind(kindsOfLink, () => new Map<number, Item>()),
  names: byName(() => new Map<number, string>()),
})
export type Parts = ReturnType<typeof emptyParts>
