import { createBomProjection } from './bom/projection.ts'
import { answersProjection } from './catalogue/answers.ts'
import { catalogueProjection } from './catalogue/catalogue.ts'
import type { Projection } from './kernel/projection.ts'
import { historyProjection } from './history/projection.ts'
import { pricesProjection } from './prices/prices.ts'
import { searchProjection } from './search/projection.ts'

/**
 * All projections in the order in which they apply a batch: answers come after their contents. The history comes first,
 * since its many rows are then copied while the others work.
 */
export const createReadSide = (pairsRemembered?: number) => {
  const bom = createBomProjection(pairsRemembered)
  const projections: Projection[] = [
    historyProjection,
    pricesProjection,
    catalogueProjection,
    bom,
    answersProjection,
    searchProjection,
  ]
  return { bom, projections }
}
