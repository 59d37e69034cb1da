import type { LinkKind } from './links.ts'

export type ItemType = 'component' | 'motor' | 'sensor' | 'assembly'
export const itemTypeOf = (kind: LinkKind): ItemType => (kind === 'subassembly' ? 'assembly' : kind)

/** A quantity on the wire: a number up to 2^53 - 1, a string of digits beyond. */
export type ExactQuantity = number | string
export const exactQuantity = (value: bigint): ExactQuantity =>
  value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value.toString()

/** One line of a stykkliste. In the flat list one per item; in the hierarchy one per occurrence. */
export type BomItem = {
  readonly itemType: ItemType
  readonly itemId: number
  readonly description: string
  /** Components (and assemblies) only. */
  readonly type: string | null
  /** Motors and sensors only; components carry it too. */
  readonly supplierArticlenumber: string | null
  readonly itoArticlenumber: string | null
  readonly manufacturerName: string | null
  readonly supplierName: string | null
  readonly totalQuantity: ExactQuantity
  readonly unit: string
  /** 1 is directly in the assembly. In the flat list the smallest level the item occurs at. */
  readonly level: number
  readonly notes: string | null
}

export type BomSummary = {
  readonly totalComponents: ExactQuantity
  readonly totalMotors: ExactQuantity
  readonly totalSensors: ExactQuantity
  readonly uniqueComponents: number
  readonly uniqueMotors: number
  readonly uniqueSensors: number
  readonly maxDepth: number
  readonly hasCircularDependency: boolean
  readonly validationErrors: readonly string[]
  readonly warnings: readonly string[]
}

/** Beyond these a link is refused before it is written, with the text of code LIMIT. */
export const bomLimits = {
  /** Levels below the topmost assembly. */
  depth: 64,
  /** Pairs (ancestors × descendants) that one link may touch. */
  pairsPerLink: 250_000,
  /** Lines one answer of /bom/hierarchy holds; deeper levels are then loaded one node at a time. */
  hierarchyLines: 20_000,
} as const
