import { createBomProjection } from './bom/projection.ts'
import { answersProjection } from './catalogue/answers.ts'
import { catalogueProjection } from './catalogue/catalogue.ts'
import type { Projection } from './kernel/projection.ts'
import { historyProjection } from './history/projection.ts'
import { pricesProjection } from './prices/prices.ts'
import { searchProjection } from './search/projection.ts'

/** All projections in the order in which they apply a batch: answers come after their contents. */
export const createReadSide = (pairsRemembered?: number) => {
  const bom = createBomProjection(pairsRemembered)
  const projections: Projection[] = [
    pricesProjection,
    catalogueProjection,
    bom,
    answersProjection,
    historyProjection,
    searchProjection,
  ]
  return { bom, projections }
}
