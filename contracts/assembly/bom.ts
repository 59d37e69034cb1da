import type { z } from 'zod'
import type { bomItem, bomSummary } from './bom-answers.ts'
import { capitalized } from '../text.ts'
import { byKind, linkKinds, partKinds, type LinkKind } from './link-kinds.ts'

export type BomItem = z.output<typeof bomItem>
export type BomSummary = z.output<typeof bomSummary>

export type ItemType = BomItem['itemType']
export const itemTypeOf = (kind: LinkKind): ItemType => (kind === 'subassembly' ? 'assembly' : kind)

export const itemLabels: Readonly<Record<ItemType, string>> = {
  ...byKind(partKinds, (kind) => capitalized(linkKinds[kind].noun.one)),
  assembly: 'Sammenstilling',
}

export type ExactQuantity = BomItem['totalQuantity']
export const exactQuantity = (value: number | bigint): ExactQuantity =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value.toString()

export const bomViews = ['flat', 'hierarchy', 'summary'] as const
export type BomView = (typeof bomViews)[number]

/** A link that would exceed these is refused with code LIMIT. */
export const bomLimits = {
  depth: 64,
  /** Pairs (ancestors × descendants) that one link may touch. */
  pairsPerLink: 250_000,
  /** Per answer of /bom/hierarchy; deeper levels are loaded one node at a time. */
  hierarchyLines: 20_000,
} as const
