import { createBomProjection, type BomProjection } from './bom/projection.ts'
import { answersProjection } from './catalogue/answers.ts'
import { catalogueProjection } from './catalogue/catalogue.ts'
import type { Projection } from './kernel/projection.ts'
import { pricesProjection } from './prices/prices.ts'

export type ReadSide = {
  readonly projections: readonly Projection[]
  readonly bom: BomProjection
}

/** The whole read side, in the order in which a batch passes through it: answers come last. */
export const createReadSide = (pairsRemembered?: number): ReadSide => {
  const bom = createBomProjection(pairsRemembered)
  return { bom, projections: [pricesProjection, catalogueProjection, bom, answersProjection] }
}
