import { createBomProjection } from './bom/projection.ts'
import { answersProjection } from './catalogue/answer.ts'
import { catalogueProjection } from './catalogue/catalogue.ts'
import type { Projection } from './kernel/projection.ts'
import { historyProjection } from './history/projection.ts'
import { pricesProjection } from './prices/prices.ts'
import { searchProjection } from './search/projection.ts'

/** All projections in the order in which they apply a batch: those that read what others write come after them. */
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
