import type { z } from 'zod'
import type { bomItem, bomSummary } from './bom-answers.ts'
import { capitalized } from '../text.ts'
import { byKind, linkKinds, partKinds, type LinkKind } from './link-kinds.ts'

export type BomItem = z.output<typeof bomItem>
export type BomSummary = z.output<typeof bomSummary>

export type ItemType = BomItem['itemType']
export const itemTypeOf = (kind: LinkKind): ItemType => (kind === 'subassembly' ? 'assembly' : kind)
export const kindOf = (type: ItemType): LinkKind => (type === 'assembly' ? 'subassembly' : type)

export const itemLabels: Readonly<Record<ItemType, string>> = {
  ...byKind(partKinds, (kind) => capitalized(linkKinds[kind].noun.one)),
  assembly: 'Sammenstilling',
}

export type ExactQuantity = BomItem['totalQuantity']
export const exactQuantity = (value: number | bigint): ExactQuantity =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value.toString()

/** What the views are called on tabs, sheets and files, in the order of the tabs. */
export const viewNames = {
  flat: 'Eksplodert',
  hierarchy: 'Hierarki',
  summary: 'Sammendrag',
} as const
export type BomView = keyof typeof viewNames
export const bomViews = Object.keys(viewNames) as readonly BomView[]

/** A link that would exceed these is refused with code LIMIT. */
export const bomLimits = {
  depth: 64,
  /** Pairs (ancestors × descendants) that one link may touch. */
  pairsPerLink: 250_000,
  /** Per answer of /bom/hierarchy; deeper levels are loaded one node at a time. */
  hierarchyLines: 20_000,
} as const
